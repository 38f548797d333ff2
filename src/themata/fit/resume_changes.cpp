#include "themata/fit/resume_changes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "themata/fit/fit_run.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/options/draw_plan.hpp"
#include "themata/store/draw_file.hpp"

namespace themata {

namespace {

using nlohmann::json;

/// Where the fit is to end before its first draw: draws from half of the sweeps on, if that was the burn-in,
/// and as many in what is left as there were to be.
void make_room_for_draws(FitOptions& options, std::uint64_t planned, std::uint64_t sweeps) {
  if (options.burn_in == automatic || options.keep == 0) return;
  const bool all_burnt = options.burn_in >= sweeps;
  if (all_burnt && options.burn_in != planned / 2) return;
  if (!all_burnt && (options.thin == automatic || options.thin <= sweeps - options.burn_in)) return;
  const bool spread = options.thin == std::max<std::uint64_t>(1, (planned - options.burn_in) / options.keep);
  if (all_burnt) options.burn_in = automatic;
  if (spread) options.thin = automatic;
}

/// More sweeps go on with the thinning there is, so that every draw after burn-in keeps its place. What was
/// left to the program stays so.
void extend(FitOptions& options, const ResumeChanges& changes) {
  const std::uint64_t planned = options.sweeps;
  if (changes.sweeps > 0) options.sweeps = changes.sweeps;
  if (changes.sweeps > 0 && !changes.burn_in) make_room_for_draws(options, planned, changes.sweeps);
  const bool has_draws = options.burn_in != automatic && options.thin != automatic;
  if (changes.burn_in) {
    const std::uint64_t thin = has_draws ? options.thin : 1, from = has_draws ? options.burn_in % thin : 0,
                        after = std::max(*changes.burn_in, from) - from;
    options.burn_in = from + (after + thin - 1) / thin * thin;
  }
  if (options.burn_in != automatic) options.burn_in = std::min(options.burn_in, options.sweeps);
  if (options.keep == 0 || !has_draws) return;
  const auto most_draws = static_cast<std::uint64_t>(options.find("keep")->most);
  const std::uint64_t possible = (options.sweeps - options.burn_in) / options.thin;
  options.keep = changes.burn_in ? std::clamp<std::uint64_t>(possible, 1, most_draws)
                                 : std::min(std::max(options.keep, possible), most_draws);
}

/// Of the flag topic, and of a number of topics that is fixed, another would be another model.
void change_max_topics(FitOptions& options, std::uint64_t max_topics) {
  const ModelPlugin& model = model_of(options);
  if (!model.info().grows || model.flag_topic(options))
    throw UsageError(fmt::format(
        "`max-topics` cannot be changed: the number of topics of this fit is fixed; expected a fit of {}, "
        "without a flag topic",
        models_with("max-topics")));
  options.set("max-topics", max_topics);
}

std::string ended_by(const FitFolder& fit) {
  return fit.status() == "complete" ? fit.manifest.value("ended_by", "sweeps") : "";
}

/// Whether a fit has not come to where it was to end: more time or sweeps go on with what was asked for.
bool is_unfinished(const FitFolder& fit, const RunOptions& options) {
  const std::string end = ended_by(fit);
  return end.empty() || end == "time" || (end == "sweeps" && runs_until_settled(options));
}

/// Sweeps of the chains, as the manifest says: of a complete fit, or of one that was stopped.
std::uint64_t sweeps_done(const FitFolder& fit) {
  std::uint64_t most = 0;
  for (const json& entry : fit.manifest.at("chains"))
    most = std::max(most, entry.value("sweep", std::uint64_t{0}));
  return most;
}

/// Sweeps of the longest chain, as saved.
std::uint64_t sweeps_behind(const FitFolder& fit) {
  std::uint64_t most = sweeps_done(fit);
  const ModelPlugin& model = find_model(fit.model());
  for (const std::uint32_t chain : fit.chains())
    if (const Place saved = checkpoint_path(fit.path, chain); exists(saved))
      most = std::max(most, read_draw(saved, model, TokenRange{}).sweep);
  return most;
}

/// Refuses to go on with a complete fit if nothing would be done.
void check_unfinished(const FitFolder& fit, const ResumeChanges& changes) {
  if (fit.status() != "complete") return;
  const FitOptions options =
      options_from_json(fit.manifest.at("options"), (fit.path / "manifest.json").string());
  const std::string end = ended_by(fit);
  if (end == "time" && changes.sweeps > 0 && changes.time_limit < 0)
    throw UsageError(fmt::format("{}: has used up its {} seconds; to extend it, give a longer `time-limit`",
                                 fit.path.string(), options.time_limit));
  const std::uint64_t sweeps = end == "settled" ? sweeps_done(fit) : options.sweeps;
  const bool is_of_time = options.time_limit > 0 && end != "settled";
  const bool more = changes.sweeps > sweeps || changes.burn_in || (changes.time_limit >= 0 && is_of_time);
  if (more) return;
  const std::string advice =
      sweeps == sweeps_without_limit
          ? "a longer `time-limit`"
          : fmt::format("more `sweeps` than {}{}", sweeps, is_of_time ? ", or `time-limit`" : "");
  throw UsageError(fmt::format("{}: is complete; to extend it, give {}; a later `burn-in` drops early draws",
                               fit.path.string(), advice));
}

/// Refuses a burn-in that would leave nothing of all sweeps.
void check_burn_in(const FitOptions& options, const ResumeChanges& changes) {
  if (!changes.burn_in || options.sweeps == automatic || *changes.burn_in < options.sweeps) return;
  throw UsageError(OptionFault{"burn-in", std::to_string(*changes.burn_in),
                               fmt::format("less than {}, the value of `sweeps`", options.sweeps)});
}

}  // namespace

FitOptions changed_options(const FitFolder& fit, const ResumeChanges& changes) {
  const std::string file = (fit.path / "manifest.json").string();
  FitOptions options = options_from_json(fit.manifest.at("options"), file);
  const bool drops_draws = fit.status() == "complete" && changes.burn_in;
  if (is_unfinished(fit, options) && !drops_draws) read_asked(options, fit.manifest, file);
  if (ended_by(fit) == "settled") {
    options.sweeps = sweeps_done(fit);
    options.until = "sweeps";
  }
  if (changes.sweeps > 0) options.until = "sweeps";
  if (!changes.until.empty()) options.set("until", changes.until);
  if (changes.sweeps > 0 || changes.burn_in) extend(options, changes);
  check_burn_in(options, changes);
  if (changes.threads > 0) options.threads = changes.threads;
  if (changes.time_limit >= 0) options.time_limit = changes.time_limit;
  if (changes.max_topics > 0) change_max_topics(options, changes.max_topics);
  check_options(options);
  return options;
}

void check_changes(const FitFolder& fit, const ResumeChanges& changes) {
  check_unfinished(fit, changes);
  if (changes.sweeps == 0) return;
  if (const std::uint64_t behind = sweeps_behind(fit); changes.sweeps < behind)
    throw UsageError(
        OptionFault{"sweeps", std::to_string(changes.sweeps),
                    fmt::format("at least {}, which {} has behind it", behind, fit.path.string())});
}

}  // namespace themata
