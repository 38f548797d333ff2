#include "themata/options/run_options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"

namespace themata {

namespace {

using R = RunOptions;
using range::any, range::most_whole;

std::vector<FieldOf<R>> fields_of_sweeps() {
  constexpr auto group = OptionGroup::run;
  return {
      {{.name = "until",
        .group = group,
        .choices = {"settled", "sweeps"},
        .help = "settled: end when the fit has settled; sweeps: do all `sweeps` (default if given)",
        .earlier_choice = "sweeps"},
       &R::until},
      {{.name = "sweeps",
        .group = group,
        .least = 1,
        .most = most_whole,
        .help = "Passes over the corpus, at most (default: 2000; no limit with `time-limit`)"},
       &R::sweeps},
      {{.name = "burn-in",
        .group = group,
        .most = most_whole,
        .help = "Number of sweeps before the first draw that may be kept; default: half of those done"},
       &R::burn_in},
      {{.name = "thin",
        .group = group,
        .least = 1,
        .most = most_whole,
        .help = "Number of sweeps between kept draws; default: such that `keep` draws are kept"},
       &R::thin},
      {{.name = "keep",
        .group = group,
        .most = 100000,
        .help = "Number of draws to keep, the last ones; 0: none"},
       &R::keep},
  };
}

std::vector<FieldOf<R>> fields_of_chains() {
  constexpr auto group = OptionGroup::run;
  return {
      {{.name = "chains",
        .group = group,
        .least = 1,
        .most = 1000,
        .help = "Independent chains, side by side; default: 2 if the model finds topics, else 1",
        .earlier = 1},
       &R::chains},
      {{.name = "threads",
        .group = group,
        .most = 1024,
        .help = "Number of threads, which chains share equally; no effect on the result; 0: all cores",
        .single_fit = true},
       &R::threads},
      {{.name = "seed", .group = group, .most = most_whole, .help = "Seed of the random numbers"}, &R::seed},
      {{.name = "time-limit",
        .group = group,
        .most = any,
        .help = "Seconds of sampling, shared by chains that run one after the other; 0: no limit",
        .single_fit = true},
       &R::time_limit},
      {{.name = "trace-every",
        .group = group,
        .least = 1,
        .most = most_whole,
        .help = "Number of sweeps between rows of the trace"},
       &R::trace_every},
      {{.name = "checkpoint-every",
        .group = group,
        .most = any,
        .help = "Seconds between saved states; 0: save after every sweep",
        .single_fit = true},
       &R::checkpoint_every},
  };
}

std::vector<FieldOf<R>> fields_of_monitoring() {
  constexpr auto group = OptionGroup::monitoring;
  return {
      {{.name = "monitor-words",
        .group = group,
        .most = most_whole,
        .help = "Number of top words per monitored topic whose probabilities are written; 0: none",
        .single_fit = true},
       &R::monitor_words},
      {{.name = "monitor-documents",
        .group = group,
        .most = most_whole,
        .help = "Number of random documents whose topic proportions are written; 0: none",
        .single_fit = true},
       &R::monitor_documents},
      {{.name = "monitor-topics",
        .group = group,
        .least = 1,
        .most = range::most_topics,
        .help = "Number of topics to monitor, from the largest to the smallest in equal steps",
        .single_fit = true,
        .needs = {{"monitor-words"}, {"monitor-documents"}}},
       &R::monitor_topics},
      {{.name = "monitor-from",
        .group = group,
        .most = most_whole,
        .help = "First monitored sweep; 0: after burn-in; if its length is open: after half, at most 101",
        .single_fit = true,
        .needs = {{"monitor-words"}, {"monitor-documents"}}},
       &R::monitor_from},
  };
}

}  // namespace

const FieldTable<RunOptions>& run_fields() {
  static const FieldTable<R> table(
      joined<R>({fields_of_sweeps(), fields_of_chains(), fields_of_monitoring()}));
  return table;
}

const RunOptions& run_defaults() {
  static const RunOptions defaults;
  return defaults;
}

bool runs_until_settled(const RunOptions& options) {
  return options.until.empty() ? options.sweeps == automatic : options.until == "settled";
}

RunOptions with_defaults(RunOptions options) {
  constexpr std::uint64_t usual = 1000, until_settled = 2000;
  const bool is_open = runs_until_settled(options) || (options.sweeps == automatic && options.time_limit > 0);
  options.until = runs_until_settled(options) ? "settled" : "sweeps";
  if (options.sweeps == automatic)
    options.sweeps = options.time_limit > 0 ? sweeps_without_limit : is_open ? until_settled : usual;
  if (options.burn_in == automatic) options.burn_in = options.sweeps / 2;
  constexpr std::uint64_t earliest = 100;  // half of the sweeps at which a fit is first judged
  if (options.monitors() && options.monitor_from == 0)
    options.monitor_from = 1 + (is_open ? std::min(options.burn_in, earliest) : options.burn_in);
  const std::uint64_t room = options.sweeps - std::min(options.sweeps, options.burn_in);
  if (options.thin == automatic)
    options.thin = std::max<std::uint64_t>(1, options.keep > 0 ? room / options.keep : room);
  return options;
}

void check_run(const RunOptions& options) {
  const std::uint64_t sweeps = with_defaults(options).sweeps;
  if (options.burn_in != automatic && options.burn_in > sweeps)
    throw UsageError(OptionFault{"burn-in", std::to_string(options.burn_in),
                                 fmt::format("at most {}, the value of `sweeps`", sweeps)});
}

void check_new_run(const RunOptions& options) {
  check_run(options);
  const RunOptions known = with_defaults(options);
  if (known.monitors() && known.monitor_from > known.sweeps)
    throw UsageError(
        fmt::format("the first monitored sweep (`monitor-from`, or the one after `burn-in`) is {}; "
                    "expected at most {}, the value of `sweeps`",
                    known.monitor_from, known.sweeps),
        {"monitor-from", std::to_string(known.monitor_from),
         fmt::format("at most {}, the value of `sweeps`", known.sweeps)});
}

std::vector<std::uint64_t> kept_schedule(const RunOptions& options) {
  std::vector<std::uint64_t> sweeps;
  const std::uint64_t possible = (options.sweeps - options.burn_in) / options.thin;
  const std::uint64_t first = possible > options.keep ? possible - options.keep + 1 : 1;
  for (std::uint64_t i = first; i <= possible && options.keep > 0; ++i)
    sweeps.push_back(options.burn_in + i * options.thin);
  return sweeps;
}

std::string why_no_draws(const RunOptions& options) {
  if (options.keep == 0) return "`keep` is 0";
  if (!kept_schedule(options).empty())
    return "its sweeps were done before it was known that it would end there; for draws, resume it with more "
           "`sweeps`";
  return fmt::format("`burn-in` {} and `thin` {} leave none of {} sweeps", options.burn_in, options.thin,
                     options.sweeps);
}

}  // namespace themata
