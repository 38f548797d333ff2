#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "themata/chain/kernel.hpp"

namespace themata {

/// What the observers of a sweep receive. `seconds` is the time spent sampling since the chain began, over
/// all its runs, including the draw of the initial topics.
struct Step {
  const Context& context;
  double seconds;
};

enum class Verdict { go_on, stop };

/// Watches a chain: writes a trace, shows progress, saves, stops early. Called after every sweep. A sink
/// cannot change the state, and therefore not the chain.
using Sink = std::function<Verdict(const Step&)>;

/// Which sweeps to run, and what the chain has done so far.
struct Span {
  const Corpus& corpus;
  Pool& pool;
  Key key;
  std::uint64_t done;    ///< sweeps already done
  std::uint64_t sweeps;  ///< sweeps in all
  double seconds;        ///< spent sampling so far
};

/// Where a run ended.
struct Progress {
  std::uint64_t sweep;
  double seconds;
};

/// The only loop: runs sweeps until `span.sweeps`, or until a sink says stop. Every sink sees the last sweep.
/// @param sweep  one sweep of a chain
inline Progress run_chain(const std::function<void(const Context&)>& sweep, const Span& span,
                          const std::vector<Sink>& sinks) {
  using Clock = std::chrono::steady_clock;
  Progress progress{span.done, span.seconds};
  for (bool stop = false; !stop && progress.sweep < span.sweeps;) {
    const auto start = Clock::now();
    const Context context{span.corpus, span.key, progress.sweep + 1, span.pool};
    sweep(context);
    ++progress.sweep;
    progress.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    for (const auto& sink : sinks) stop = sink(Step{context, progress.seconds}) == Verdict::stop || stop;
  }
  return progress;
}

}  // namespace themata
