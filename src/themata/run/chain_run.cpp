#include "themata/run/chain_run.hpp"

#include <fmt/core.h>

#include <chrono>
#include <new>
#include <utility>

#include "themata/io/interruptions.hpp"
#include "themata/run/leader.hpp"
#include "themata/store/draw_file.hpp"

namespace themata {

ChainFailure failure_of(const ChainJob& job, const std::string& message) {
  const Place saved = checkpoint_path(job.path, job.chain);
  if (!exists(saved)) return {message, std::nullopt};
  return {fmt::format("{}; chain {} is saved as of sweep {}", message, job.chain,
                      read_draw(saved, job.model).sweep),
          Suggestion{Remedy::resume_fit, job.path.string()}};
}

namespace {

ChainInputs inputs_of(const ChainJob& job, const FitOptions& options) {
  return {job.corpus, options, job.given, job.leader == nullptr ? nullptr : &job.leader->ranks()};
}

}  // namespace

Draw read_checkpoint(const ChainJob& job) {
  const Place path = checkpoint_path(job.path, job.chain);
  const auto refuse = [&](const std::string& what) { throw InputError(path.string(), 0, what); };
  Draw draw = job.leader == nullptr ? read_draw(path, job.model)
                                    : job.leader->read(path, job.model, inputs_of(job, job.options));
  if (!job.model.fits(draw, job.options))
    refuse(fmt::format("is not a state of model {} with these options", job.options.model()));
  if (job.leader != nullptr) return draw;
  if (const auto fault = find_mismatch(draw, job.corpus)) refuse("is damaged: " + *fault);
  return draw;
}

namespace {

std::optional<Draw> saved_state(const ChainJob& job) {
  if (!exists(checkpoint_path(job.path, job.chain))) return std::nullopt;
  return read_checkpoint(job);
}

}  // namespace

FitChain::Now FitChain::begin(const Draw* saved, Pool& pool) const {
  const ChainInputs inputs = inputs_of(job_, options_);
  Leader* const leader = job_.leader;
  if (saved != nullptr)
    return {leader == nullptr ? job_.model.restore(inputs, *saved, pool)
                              : leader->restore(job_.model, inputs, *saved, pool),
            {saved->sweep, saved->seconds}};
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::unique_ptr<AnyChain> chain = leader == nullptr
                                        ? job_.model.start(inputs, chain_key(options_.seed, job_.chain), pool)
                                        : leader->start(job_.model, inputs, job_.chain, pool);
  return {std::move(chain), {0, std::chrono::duration<double>(Clock::now() - start).count()}};
}

FitChain::FitChain(const ChainJob& job, Pool& pool) : FitChain(job, saved_state(job), pool) {}

FitChain::FitChain(const ChainJob& job, const std::optional<Draw>& saved, Pool& pool)
    : job_(job),
      options_(options_at_start(job_.model, job_.options, job_.chain)),
      now_(begin(saved ? &*saved : nullptr, pool)),
      sinks_(*now_.chain, job_, saved ? &*saved : nullptr, pool) {}

void FitChain::advance(std::uint64_t sweep, Pool& pool) {
  const bool out_of_time = now_.done.sweep > 0 && now_.done.seconds >= job_.time_limit;
  if (out_of_time) return;
  const Span span{job_.corpus,     pool,  chain_key(job_.options.seed, job_.chain),
                  now_.done.sweep, sweep, now_.done.seconds};
  now_.done =
      run_chain([&](const Context& context) { now_.chain->sweep(context); }, span, sinks_.list(sweep));
}

ChainEnd FitChain::run_to(std::uint64_t sweep, Pool& pool) {
  try {
    advance(sweep, pool);
  } catch (const TopicLimitError& error) {
    const ChainFailure failure = failure_of(job_, with_advice(error, job_));
    throw TopicLimitError(failure.message, failure.suggestion);
  } catch (const ResourceError& error) {
    const ChainFailure failure = failure_of(job_, error.what());
    throw ResourceError(failure.message, failure.suggestion);
  } catch (const std::bad_alloc&) {
    const ChainFailure failure = failure_of(job_, "out of memory");
    throw ResourceError(failure.message, failure.suggestion);
  }
  const Progress& done = now_.done;
  const Draw last = sinks_.draw_at(done.sweep, done.seconds);
  sinks_.save(last);
  ChainEnd end{job_.chain,
               done.sweep,
               done.seconds,
               state_hash(last),
               now_.chain->topics_in_use(),
               now_.chain->log_joint(pool),
               ChainStop::target};
  if (done.sweep < sweep) end.stop = sinks_.interrupted() ? ChainStop::request : ChainStop::time;
  return end;
}

}  // namespace themata
