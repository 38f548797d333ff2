#include "themata/run/chain_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <new>
#include <optional>

#include "themata/chain/run.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/run/memory.hpp"
#include "themata/run/trace_writer.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/version.hpp"

namespace themata {

double ChainJob::time_limit() const {
  return options.time_limit > 0 ? options.time_limit / static_cast<double>(options.chains)
                                : std::numeric_limits<double>::infinity();
}

std::string trace_comments(const ChainJob& job) {
  return fmt::format("# engine = themata {}\n# model = {}\n# sampler = {}\n# chain = {}\n# seed = {}\n",
                     version(), job.options.model(), job.options.text("sampler"), job.chain,
                     job.options.seed);
}

std::string sampling_comments(const ChainJob& job) {
  return fmt::format("# num_samples = {}\n# num_warmup = {}\n# save_warmup = 1\n# thin = {}\n",
                     job.options.sweeps - job.options.burn_in, job.options.burn_in, job.options.trace_every);
}

Growth::Growth(const ChainJob& job)
    : job_(job),
      slots_(job.model.slots(job.options)),
      forecast_(forecast_memory(job.corpus, job.model, job.options, slots_)),
      said_(forecast_) {}

bool Growth::is_news(std::size_t slots) {
  if (slots <= slots_) return false;
  slots_ = slots;
  constexpr std::uint64_t little = 1 << 26;  // bytes; less is no news
  const std::uint64_t needed = forecast_memory(job_.corpus, job_.model, job_.options, slots);
  if (needed < said_ + said_ / 4 + little) return false;
  said_ = needed;
  return true;
}

void Growth::warn(std::size_t topics, std::uint64_t sweep) const {
  if (!job_.watch.warn) return;
  job_.watch.warn(fmt::format(
      "chain {} has grown to {} topics at sweep {} and needs about {:.0f} MB of memory, more than "
      "the forecast of {:.0f} MB; its state is saved",
      job_.chain, topics, sweep, static_cast<double>(said_) / 1e6, static_cast<double>(forecast_) / 1e6));
}

Births::Births(const ChainJob& job)
    : job_(job),
      begun_(job.options.has("topics") ? job.options.whole("topics") : 0),
      most_(job.options.has("max-topics") ? job.options.whole("max-topics") : UINT64_MAX) {
  constexpr std::uint64_t few = 1000, times = 4;
  said_ = std::max(few, times * begun_) / 2;
}

bool Births::is_news(std::size_t topics) {
  if (topics < 2 * said_) return false;
  said_ = topics;
  return true;
}

void Births::warn(std::size_t topics, std::uint64_t sweep) const {
  if (!job_.watch.warn) return;
  job_.watch.warn(
      fmt::format("chain {} has {} topics at sweep {} and started with {}: sweeps become slower; {}. "
                  "`max-topics` would end the chain and save it",
                  job_.chain, topics, sweep, begun_, job_.model.info().growth_advice));
}

void Births::end(std::size_t topics, std::uint64_t sweep) const {
  throw TopicLimitError(fmt::format(
      "chain {} has {} topics at sweep {}; `max-topics` allows {}: {}, or resume with a larger `max-topics`",
      job_.chain, topics, sweep, most_, job_.model.info().growth_advice));
}

ChainFailure failure_of(const ChainJob& job, const std::string& message) {
  const Place saved = checkpoint_path(job.path, job.chain);
  if (!exists(saved)) return {message, std::nullopt};
  return {fmt::format("{}; chain {} is saved as of sweep {}", message, job.chain,
                      read_draw(saved, job.model).sweep),
          Suggestion{Remedy::resume_fit, job.path.string()}};
}

MonitorPlace monitor_place(const ChainJob& job) {
  return {job.path, job.chain, job.corpus, job.options, trace_comments(job)};
}

Draw read_checkpoint(const ChainJob& job) {
  const Place path = checkpoint_path(job.path, job.chain);
  Draw draw = read_draw(path, job.model);
  const auto refuse = [&](const std::string& what) { throw InputError(path.string(), 0, what); };
  if (!job.model.fits(draw, job.options))
    refuse(fmt::format("is not a state of model {} with these options", job.options.model()));
  if (const auto fault = find_mismatch(draw, job.corpus)) refuse("is damaged: " + *fault);
  return draw;
}

namespace {

/// The sinks of one chain, with what they remember between sweeps.
class ChainSinks {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param begun  the chain's checkpoint, of which `chain` was made; nothing where the chain begins
  ChainSinks(const AnyChain& chain, const ChainJob& job, const Draw* begun)
      : chain_(chain),
        job_(job),
        schedule_(kept_schedule(job.options)),
        trace_(trace_path(job.path, job.chain), trace_comments(job) + sampling_comments(job),
               begun == nullptr ? 0 : begun->sweep),
        monitor_(monitor_place(job), begun, chain),
        growth_(job),
        births_(job),
        reported_sweep_(begun == nullptr ? 0 : begun->sweep),
        reported_seconds_(begun == nullptr ? 0 : begun->seconds) {
    trace_.write_header(chain.trace(job.pool));
  }

  std::vector<Sink> list() {
    const auto member = [this](Verdict (ChainSinks::*sink)(const Step&)) {
      return [this, sink](const Step& step) { return (this->*sink)(step); };
    };
    return {member(&ChainSinks::trace), member(&ChainSinks::monitor),    member(&ChainSinks::keep),
            member(&ChainSinks::stop),  member(&ChainSinks::checkpoint), member(&ChainSinks::grow),
            member(&ChainSinks::births)};
  }

  Draw draw_at(std::uint64_t sweep, double seconds) const {
    Draw draw = chain_.draw();
    draw.chain = job_.chain;
    draw.sweep = sweep;
    draw.seconds = seconds;
    draw.monitored = monitor_.slots();
    return draw;
  }
  /// The rows come first: a state on the disk whose rows are not would leave a gap when it is resumed.
  void save(const Draw& draw) {
    trace_.sync();
    monitor_.sync();
    write_draw(checkpoint_path(job_.path, job_.chain), draw);
  }
  bool interrupted() const { return interrupted_; }

 private:
  void save(const Step& step) { save(draw_at(step.context.sweep, step.seconds)); }

  Verdict trace(const Step& step) {
    const std::uint64_t sweep = step.context.sweep;
    if (sweep % job_.options.trace_every != 0) return Verdict::go_on;
    const double log_posterior = chain_.log_joint(job_.pool);
    const std::size_t topics = chain_.topics_in_use();
    trace_.write({log_posterior, sweep, chain_.log_word_part(job_.pool), topics, chain_.trace(job_.pool),
                  step.seconds});
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

  Verdict monitor(const Step& step) {
    monitor_.observe(chain_, step.context.sweep);
    return Verdict::go_on;
  }

  Verdict keep(const Step& step) {
    if (std::ranges::binary_search(schedule_, step.context.sweep))
      write_draw(draw_path(job_.path, job_.chain, step.context.sweep),
                 draw_at(step.context.sweep, step.seconds));
    return Verdict::go_on;
  }

  Verdict stop(const Step& step) {
    if (job_.watch.should_stop && job_.watch.should_stop()) interrupted_ = true;
    return interrupted_ || step.seconds >= job_.time_limit() ? Verdict::stop : Verdict::go_on;
  }

  Verdict checkpoint(const Step& step) {
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - saved_).count() < job_.options.checkpoint_every)
      return Verdict::go_on;
    save(step);
    saved_ = Clock::now();
    return Verdict::go_on;
  }

  /// Before a growing chain can fail for want of memory, it is saved.
  Verdict grow(const Step& step) {
    if (!growth_.is_news(chain_.slots())) return Verdict::go_on;
    growth_.warn(chain_.topics_in_use(), step.context.sweep);
    save(step);
    return Verdict::go_on;
  }

  /// The chain is saved as it is at the end of the sweep that brought too many, so that none of its work is
  /// lost.
  Verdict births(const Step& step) {
    const std::size_t topics = chain_.unbounded_topics();
    if (topics == 0) return Verdict::go_on;
    const bool news = births_.is_news(topics);
    if (!news && !births_.too_many(topics)) return Verdict::go_on;
    save(step);
    if (births_.too_many(topics)) births_.end(topics, step.context.sweep);
    births_.warn(topics, step.context.sweep);
    return Verdict::go_on;
  }

  const AnyChain& chain_;
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

}  // namespace

ChainEnd run_fit_chain(const ChainJob& job) {
  const Key key = chain_key(job.options.seed, job.chain);
  const ChainInputs inputs{job.corpus, job.options, job.given};
  std::optional<Draw> before;
  if (exists(checkpoint_path(job.path, job.chain))) before = read_checkpoint(job);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::unique_ptr<AnyChain> chain =
      before ? job.model.restore(inputs, *before, job.pool) : job.model.start(inputs, key, job.pool);
  const double start_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  ChainSinks sinks(*chain, job, before ? &*before : nullptr);
  const Progress done{before ? before->sweep : 0, before ? before->seconds : start_seconds};
  const bool out_of_time = before && done.seconds >= job.time_limit();  // an earlier run has used it up
  before.reset();
  const Span span{job.corpus,  job.pool, key, done.sweep, out_of_time ? done.sweep : job.options.sweeps,
                  done.seconds};
  Progress end{};
  try {
    end = run_chain([&](const Context& context) { chain->sweep(context); }, span, sinks.list());
  } catch (const TopicLimitError& error) {
    const ChainFailure failure = failure_of(job, error.what());
    throw TopicLimitError(failure.message, failure.suggestion);
  } catch (const ResourceError& error) {
    const ChainFailure failure = failure_of(job, error.what());
    throw ResourceError(failure.message, failure.suggestion);
  } catch (const std::bad_alloc&) {
    const ChainFailure failure = failure_of(job, "out of memory");
    throw ResourceError(failure.message, failure.suggestion);
  }
  const Draw last = sinks.draw_at(end.sweep, end.seconds);
  sinks.save(last);
  return {job.chain,
          end.sweep,
          end.seconds,
          state_hash(last),
          chain->topics_in_use(),
          chain->log_joint(job.pool),
          sinks.interrupted() && end.sweep < job.options.sweeps};
}

}  // namespace themata
