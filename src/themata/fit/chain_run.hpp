#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <optional>
#include <string>

#include "themata/chain/model.hpp"
#include "themata/chain/run.hpp"
#include "themata/fit/adapters.hpp"
#include "themata/fit/fit.hpp"
#include "themata/fit/monitor.hpp"
#include "themata/fit/trace_writer.hpp"
#include "themata/io/error.hpp"

namespace themata {

/// One chain of a fit folder, to be begun or gone on with.
struct ChainJob {
  const std::filesystem::path& path;
  const Corpus& corpus;
  const FitOptions& options;
  std::uint32_t chain;
  const FitWatch& watch;
  Pool& pool;

  /// The chain's share of the limit of time, in seconds; infinity where there is none.
  double time_limit() const;
};

/// What a chain's run left.
struct ChainEnd {
  std::uint32_t chain = 0;
  std::uint64_t sweep = 0;
  double seconds = 0;
  std::string state_hash;
  std::size_t topics = 0;
  double log_posterior = 0;
  bool interrupted = false;
};

/// The comment lines that open every CSV of a chain.
std::string trace_comments(const ChainJob& job);
/// Those that follow in its trace, by which readers of CmdStan's files tell burn-in from what comes after.
std::string sampling_comments(const ChainJob& job);

/// The saved state of the chain. @throws InputError where it is damaged or does not belong to the corpus and options
Draw read_checkpoint(const ChainJob& job);

/// Compares what a chain needs as its topics grow with the forecast.
class Growth {
 public:
  explicit Growth(const ChainJob& job);
  /// Whether the need is well beyond what was last said of it, and is now to be said.
  bool is_news(std::size_t lanes);
  void warn(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t lanes_;            ///< the most so far
  std::uint64_t forecast_, said_;  ///< bytes
};

/// Watches over the births of topics in a model with masks, which have no end where the law's power is high.
class Births {
 public:
  explicit Births(const ChainJob& job);
  /// Whether there are many times the topics that the chain began with, twice as many as when it was last said.
  bool is_news(std::size_t topics);
  void warn(std::size_t topics, std::uint64_t sweep) const;
  bool too_many(std::size_t topics) const { return topics > job_.options.max_topics; }
  /// @throws ResourceError
  [[noreturn]] void end(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t said_;  ///< topics
};

/// Adds to the message of a chain that ran out of something where it can be gone on with.
[[noreturn]] void fail_after(const ChainJob& job, const std::string& message);

/// What a monitor needs to know of the chain.
MonitorPlace monitor_place(const ChainJob& job);

/// Runs a chain from its checkpoint, or from the start where there is none, and saves it.
template <class ModelType>
ChainEnd run_fit_chain(const ModelType& model, const ChainJob& job);

// ---- below: how

/// The sinks of one chain, with what they remember between sweeps.
template <class ModelType>
class ChainSinks {
 public:
  using State = typename ModelType::State;
  using Clock = std::chrono::steady_clock;

  /// @param begun  the chain's checkpoint, of which `state` was made; nothing where the chain begins
  ChainSinks(const ModelType& model, const ChainJob& job, const Draw* begun, const State& state)
      : model_(model),
        job_(job),
        schedule_(kept_schedule(job.options)),
        trace_(trace_path(job.path, job.chain), trace_comments(job) + sampling_comments(job),
               begun == nullptr ? 0 : begun->sweep),
        monitor_(monitor_place(job), begun, monitored_state(state)),
        growth_(job),
        births_(job),
        reported_sweep_(begun == nullptr ? 0 : begun->sweep),
        reported_seconds_(begun == nullptr ? 0 : begun->seconds) {}

  std::vector<Sink<State>> list() {
    const auto member = [this](Verdict (ChainSinks::*sink)(const Step<State>&)) {
      return [this, sink](const Step<State>& step) { return (this->*sink)(step); };
    };
    return {member(&ChainSinks::trace), member(&ChainSinks::monitor),    member(&ChainSinks::keep),
            member(&ChainSinks::stop),  member(&ChainSinks::checkpoint), member(&ChainSinks::grow),
            member(&ChainSinks::births)};
  }

  /// Names the trace's columns.
  void begin(const State& state) {
    trace_.write_header(traced_values(model_, state, job_.corpus, job_.pool));
  }

  Draw draw_of(const State& state, std::uint64_t sweep, double seconds) const {
    Draw draw = themata::draw_of(model_, state, job_.corpus);
    draw.chain = job_.chain;
    draw.sweep = sweep;
    draw.seconds = seconds;
    draw.monitored = monitor_.lanes();
    return draw;
  }
  /// The rows come first: a state on the disk whose rows are not would leave a gap when it is gone on with.
  void save(const Draw& draw) {
    trace_.sync();
    monitor_.sync();
    write_draw(checkpoint_path(job_.path, job_.chain), draw);
  }
  bool interrupted() const { return interrupted_; }

 private:
  Verdict trace(const Step<State>& step) {
    const std::uint64_t sweep = step.context.sweep;
    if (sweep % job_.options.trace_every != 0) return Verdict::go_on;
    const double log_posterior = model_.log_joint(step.state, job_.corpus, job_.pool);
    const std::size_t topics = model_.topics_in_use(step.state);
    trace_.write({log_posterior, sweep, model_.log_word_part(step.state, job_.pool), topics,
                  traced_values(model_, step.state, job_.corpus, job_.pool), step.seconds});
    const auto tokens = static_cast<double>(job_.corpus.n_tokens());
    if (job_.watch.report)
      job_.watch.report(
          {job_.chain, job_.options.chains, sweep, job_.options.sweeps, step.seconds,
           tokens * static_cast<double>(sweep - reported_sweep_) / (step.seconds - reported_seconds_),
           log_posterior / tokens, topics});
    reported_sweep_ = sweep;
    reported_seconds_ = step.seconds;
    return Verdict::go_on;
  }

  Verdict monitor(const Step<State>& step) {
    monitor_.observe(monitored_state(step.state), step.context.sweep);
    return Verdict::go_on;
  }

  Verdict keep(const Step<State>& step) {
    if (std::binary_search(schedule_.begin(), schedule_.end(), step.context.sweep))
      write_draw(draw_path(job_.path, job_.chain, step.context.sweep),
                 draw_of(step.state, step.context.sweep, step.seconds));
    return Verdict::go_on;
  }

  Verdict stop(const Step<State>& step) {
    if (job_.watch.should_stop && job_.watch.should_stop()) interrupted_ = true;
    return interrupted_ || step.seconds >= job_.time_limit() ? Verdict::stop : Verdict::go_on;
  }

  Verdict checkpoint(const Step<State>& step) {
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - saved_).count() < job_.options.checkpoint_every)
      return Verdict::go_on;
    save(draw_of(step.state, step.context.sweep, step.seconds));
    saved_ = Clock::now();
    return Verdict::go_on;
  }

  /// Before a growing chain can fail for want of memory, it is saved.
  Verdict grow(const Step<State>& step) {
    if (!growth_.is_news(lanes_of(step.state))) return Verdict::go_on;
    growth_.warn(model_.topics_in_use(step.state), step.context.sweep);
    save(draw_of(step.state, step.context.sweep, step.seconds));
    return Verdict::go_on;
  }

  /// The chain is saved as it is at the end of the sweep that brought too many, so that none of its work is lost.
  Verdict births(const Step<State>& step) {
    if (!job_.options.masks_topics()) return Verdict::go_on;
    const std::size_t topics = topics_of_masks(step.state);
    const bool news = births_.is_news(topics);
    if (!news && !births_.too_many(topics)) return Verdict::go_on;
    save(draw_of(step.state, step.context.sweep, step.seconds));
    if (births_.too_many(topics)) births_.end(topics, step.context.sweep);
    births_.warn(topics, step.context.sweep);
    return Verdict::go_on;
  }

  const ModelType& model_;
  const ChainJob& job_;
  std::vector<std::uint64_t> schedule_;
  TraceWriter trace_;
  Monitor monitor_;
  Growth growth_;
  Births births_;
  Clock::time_point saved_ = Clock::now();
  std::uint64_t reported_sweep_;
  double reported_seconds_;
  bool interrupted_ = false;
};

template <class ModelType>
ChainEnd run_fit_chain(const ModelType& model, const ChainJob& job) {
  const Key key = chain_key(job.options.seed, job.chain);
  const std::filesystem::path saved = checkpoint_path(job.path, job.chain);
  const bool begun = std::filesystem::exists(saved);
  std::optional<Draw> before;
  if (begun) before = read_checkpoint(job);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto state = begun ? to_state(model, *before, job.corpus, job.pool) : model.init(job.corpus, key, job.pool);
  const double start_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  ChainSinks<ModelType> sinks(model, job, begun ? &*before : nullptr, state);
  sinks.begin(state);
  const Progress done{begun ? before->sweep : 0, begun ? before->seconds : start_seconds};
  before.reset();
  const bool out_of_time = begun && done.seconds >= job.time_limit();  // an earlier run has used it up
  const Span span{job.corpus,  job.pool, key, done.sweep, out_of_time ? done.sweep : job.options.sweeps,
                  done.seconds};
  Progress end{};
  try {
    end = run_chain(model.kernels(), state, span, sinks.list());
  } catch (const ResourceError& error) {
    fail_after(job, error.what());
  } catch (const std::bad_alloc&) {
    fail_after(job, "out of memory");
  }
  const Draw last = sinks.draw_of(state, end.sweep, end.seconds);
  sinks.save(last);
  return {job.chain,
          end.sweep,
          end.seconds,
          state_hash(last),
          model.topics_in_use(state),
          model.log_joint(state, job.corpus, job.pool),
          sinks.interrupted() && end.sweep < job.options.sweeps};
}

}  // namespace themata
