#include "themata/fit/fit_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "themata/diagnose/verdict.hpp"
#include "themata/fit/chain_group.hpp"
#include "themata/fit/judging.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/options/draw_plan.hpp"
#include "themata/run/leader.hpp"
#include "themata/run/memory.hpp"
#include "themata/run/trace_writer.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/manifest.hpp"
#include "themata/summaries/summaries.hpp"

namespace themata {

namespace {

using nlohmann::json;

/// The manifest's entry of a chain, made where there is none. Entries are in the order of the chains, which
/// may end in another.
json& chain_entry(json& manifest, std::uint32_t chain) {
  json& entries = manifest["chains"];
  std::size_t place = 0;
  while (place < entries.size() && entries[place].at("chain").get<std::uint32_t>() < chain) ++place;
  if (place == entries.size() || entries[place].at("chain") != chain)
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place), json{{"chain", chain}});
  return entries[place];
}

std::size_t n_draws(const FitRun& run, std::uint32_t chain) {
  return FitFolder{run.path, run.manifest}.kept_sweeps(chain).size();
}

void record(FitRun& run, const ChainEnd& end) {
  chain_entry(run.manifest, end.chain) = {{"chain", end.chain},
                                          {"sweep", end.sweep},
                                          {"draws", n_draws(run, end.chain)},
                                          {"seconds", end.seconds},
                                          {"state_hash", end.state_hash},
                                          {"topics", end.topics},
                                          {"log_posterior", end.log_posterior}};
  run.save_manifest();
}

/// Sweeps of the chains that have begun.
struct Lengths {
  std::uint64_t least = UINT64_MAX, most = 0;
};

Lengths lengths_of(const FitRun& run) {
  Lengths lengths;
  for (const json& entry : run.manifest.at("chains")) {
    const auto sweep = entry.at("sweep").get<std::uint64_t>();
    lengths = {std::min(lengths.least, sweep), std::max(lengths.most, sweep)};
  }
  return lengths;
}

/// Whether the chains have all draws of a fit that does all its sweeps. One that was ended early and then
/// went on lacks some.
bool has_scheduled(const FitRun& run, const DrawPlan& plan) {
  return std::ranges::all_of(run.manifest.at("chains"), [&](const json& entry) {
    const auto saved = saved_draws(run.path, entry.at("chain").get<std::uint32_t>());
    return std::ranges::includes(saved, plan.scheduled());
  });
}

/// The options that say which draws there are, were the fit to end now.
void settle_window(FitRun& run, const DrawPlan& plan) {
  const Lengths lengths = lengths_of(run);
  if (!may_end_early(run.asked) || lengths.most == 0) return;
  FitOptions options = run.options;
  const bool is_scheduled = !runs_until_settled(run.asked) && lengths.least >= run.options.sweeps;
  if (!is_scheduled || !has_scheduled(run, plan)) {
    const DrawWindow window = window_of(run.asked, lengths.least, lengths.most);
    options.burn_in = window.burn_in;
    options.thin = window.thin;
  }
  run.manifest["options"] = to_json(options);
  for (json& entry : run.manifest["chains"])
    entry["draws"] = n_draws(run, entry.at("chain").get<std::uint32_t>());
}

FitOptions written_options(const FitRun& run) {
  return options_from_json(run.manifest.at("options"), (run.path / "manifest.json").string());
}

/// Removes what is not among the draws of a fit that ends here, and says in the traces which these are.
void keep_window(FitRun& run) {
  const FitOptions options = written_options(run);
  const DrawWindow window{options.burn_in, options.thin};
  for (json& entry : run.manifest["chains"]) {
    const auto chain = entry.at("chain").get<std::uint32_t>();
    std::vector<std::uint64_t> saved = saved_draws(run.path, chain);
    std::ranges::reverse(saved);  // the last ones are kept
    std::uint64_t kept = 0;
    for (const std::uint64_t sweep : saved)
      if (window.has(sweep) && kept < options.keep)
        ++kept;
      else
        remove(draw_path(run.path, chain, sweep));
    entry["draws"] = kept;
    const auto sweeps = entry.at("sweep").get<std::uint64_t>();
    TraceWriter(trace_path(run.path, chain),
                trace_comments(options, chain) + sampling_comments(options, sweeps), sweeps)
        .sync();
  }
  run.save_manifest();
}

void warn_of_flag_topic(const FitRun& run) {
  const std::optional<std::size_t> flag = run.model.flag_topic(run.options);
  if (!flag || !run.watch.warn) return;
  const std::uint64_t tokens = most_flag_tokens(open_fit(run.path), written_options(run), *flag);
  if (tokens > 0)
    run.watch.warn(
        fmt::format("the flag topic, which stands for topic {} and all later ones, had up to {} tokens after "
                    "burn-in; fit again with a larger `max-topics`",
                    *flag + 1, tokens));
}

/// A fit may be ended where it was stopped, before the first draw that it was to keep.
void warn_of_past_draws(const FitRun& run, const DrawPlan& plan) {
  const bool has_some = std::ranges::any_of(run.manifest.at("chains"), [&](const json& entry) {
    return n_draws(run, entry.at("chain").get<std::uint32_t>()) > 0;
  });
  if (run.watch.warn && !plan.scheduled().empty() && !has_some)
    run.watch.warn(fmt::format("no draw was kept: {}", why_no_draws(run.options)));
}

/// Whether a chain was stopped, or was not begun because another one was.
bool was_interrupted(const FitRun& run, const std::vector<ChainEnd>& ends) {
  return ends.size() < run.options.chains ||
         std::ranges::any_of(ends, [](const ChainEnd& end) { return end.stop == ChainStop::request; });
}

FitEnd interrupted(FitRun& run, const DrawPlan& plan) {
  settle_window(run, plan);
  run.manifest["status"] = "interrupted";
  run.save_manifest();
  return FitEnd::interrupted;
}

FitEnd complete(FitRun& run, const DrawPlan& plan, const std::string& ended_by) {
  settle_window(run, plan);
  if (may_end_early(run.asked)) keep_window(run);
  std::map<std::uint32_t, UnclearTopics> unclear;
  {
    Pool pool(threads_for(run.options.threads));
    unclear = write_summaries(open_fit(run.path), run.corpus, pool);
  }
  run.manifest["ended_by"] = ended_by;
  run.manifest["verdict"] = to_json(verdict_of(open_fit(run.path), written_options(run).burn_in), unclear);
  run.manifest["status"] = "complete";
  run.save_manifest();
  warn_of_flag_topic(run);
  warn_of_past_draws(run, plan);
  return FitEnd::complete;
}

/// The judgement of the chains, which are all at one sweep. The manifest then says what a reader should see.
bool has_settled(FitRun& run, const DrawPlan& plan) {
  settle_window(run, plan);
  run.save_manifest();
  return may_end(open_fit(run.path), written_options(run).burn_in);
}

/// @returns what has ended the fit; "" if it was interrupted. No chain goes beyond a sweep at which the fit
/// is judged before it was judged there. A resumed run therefore ends where one ends that was never
/// interrupted; it passes by the sweeps that all chains have behind them.
std::string run_until_settled(FitRun& run, const DrawPlan& plan, ChainGroup& group) {
  const std::uint64_t sweeps = run.options.sweeps;
  for (std::uint64_t done = 0;;) {
    const std::uint64_t target = std::min(sweeps, next_judgement(run.asked, done));
    const std::vector<ChainEnd> ends = group.run_to(target);
    if (was_interrupted(run, ends)) return "";
    const auto [least, most] = lengths_of(run);
    if (least < target) return "time";
    if (most == target && has_settled(run, plan)) return "settled";
    if (least >= sweeps) return "sweeps";
    done = std::max(target, least - 1);
  }
}

/// The same.
std::string run_all_sweeps(FitRun& run, ChainGroup& group) {
  if (was_interrupted(run, group.run_to(run.options.sweeps))) return "";
  return lengths_of(run).least < run.options.sweeps ? "time" : "sweeps";
}

/// The same. The chains are gone from memory when it returns.
std::string run_chains(FitRun& run, const DrawPlan& plan) {
  const bool until_settled = runs_until_settled(run.asked);
  const ChainsOfFit chains{
      run.path,  run.corpus.corpus, run.model, run.options,
      plan,      run.given,         run.watch, [&run](const ChainEnd& end) { record(run, end); },
      run.leader};
  if (run.leader != nullptr) run.leader->open(run.path.path(), run.options);
  ChainGroup group(chains, run.leader == nullptr ? chains_at_once(run.corpus.corpus, run.options) : 1,
                   until_settled ? ChainGroup::Rest::in_memory : ChainGroup::Rest::on_disk);
  return until_settled ? run_until_settled(run, plan, group) : run_all_sweeps(run, group);
}

/// Says so where no draw will be kept of a fit that is to keep some.
void warn_without_draws(const FitRun& run) {
  const bool none = run.options.keep > 0 && !may_end_early(run.asked) && kept_schedule(run.options).empty();
  if (run.watch.warn && none)
    run.watch.warn(fmt::format("no draw will be kept: {}", why_no_draws(run.options)));
}

}  // namespace

void FitRun::save_manifest() {
  update_checksums(manifest, path);
  write_file_atomically(path / "manifest.json", with_own_checksum(manifest));
}

json asked_json(const RunOptions& asked) {
  const auto number = [](std::uint64_t value) { return value == automatic ? json() : json(value); };
  return {{"sweeps", number(asked.sweeps)}, {"burn-in", number(asked.burn_in)}, {"thin", number(asked.thin)}};
}

void read_asked(RunOptions& options, const json& manifest, const std::string& file) try {
  const auto found = manifest.find("asked");
  if (found == manifest.end()) return;
  const auto number = [&](const char* name) {
    const json& value = found->at(name);
    return value.is_null() ? automatic : value.get<std::uint64_t>();
  };
  options.sweeps = number("sweeps");
  options.burn_in = number("burn-in");
  options.thin = number("thin");
} catch (const json::exception& error) {
  throw InputError(file, 0, fmt::format("is damaged: what was asked for: {}", error.what()));
}

FitEnd run_fit(FitRun& run) {
  const DrawPlan plan(run.asked);
  warn_without_draws(run);
  try {
    const std::string ended_by = run_chains(run, plan);
    return ended_by.empty() ? interrupted(run, plan) : complete(run, plan, ended_by);
  } catch (const ResourceError& error) {
    if (!run.watch.failed) throw;
    interrupted(run, plan);
    run.watch.failed(error);
    return FitEnd::interrupted;
  }
}

}  // namespace themata
