#include "themata/run/chain_sinks.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/version.hpp"

namespace themata {

std::string trace_comments(const FitOptions& options, std::uint32_t chain) {
  return fmt::format("# engine = themata {}\n# model = {}\n# sampler = {}\n# chain = {}\n# seed = {}\n",
                     version(), options.model(), options.text("sampler"), chain, options.seed);
}

std::string sampling_comments(const FitOptions& options, std::uint64_t sweeps) {
  return fmt::format("# num_samples = {}\n# num_warmup = {}\n# save_warmup = 1\n# thin = {}\n",
                     sweeps - std::min(sweeps, options.burn_in), options.burn_in, options.trace_every);
}

MonitorPlace monitor_place(const ChainJob& job) {
  return {job.path, job.chain, job.corpus, job.options, trace_comments(job.options, job.chain)};
}

namespace {

/// Until the chain and those that wait for its threads have done their sweeps, or have used up their time.
double seconds_left(const ChainJob& job, const Step& step) {
  const std::uint64_t rounds = (job.options.chains + job.at_once - 1) / job.at_once,
                      later = rounds - 1 - (job.chain - 1) / job.at_once;
  const auto sweep = static_cast<double>(step.context.sweep),
             sweeps = static_cast<double>(job.options.sweeps);
  const double each = step.seconds / sweep, later_sweeps = sweeps * static_cast<double>(later);
  return std::min(each * (sweeps - sweep + later_sweeps),
                  job.time_limit * static_cast<double>(1 + later) - step.seconds);
}

template <class IsUnneeded>
void remove_draws(const ChainJob& job, const IsUnneeded& is_unneeded) {
  for (const std::uint64_t sweep : saved_draws(job.path, job.chain))
    if (is_unneeded(sweep)) remove(draw_path(job.path, job.chain, sweep));
}

}  // namespace

ChainSinks::ChainSinks(const AnyChain& chain, const ChainJob& job, const Draw* begun, Pool& pool)
    : chain_(chain),
      job_(job),
      trace_(trace_path(job.path, job.chain),
             trace_comments(job.options, job.chain) + sampling_comments(job.options, job.options.sweeps),
             begun == nullptr ? 0 : begun->sweep),
      monitor_(monitor_place(job), begun, chain),
      growth_(job),
      births_(job),
      reported_sweep_(begun == nullptr ? 0 : begun->sweep),
      reported_seconds_(begun == nullptr ? 0 : begun->seconds) {
  trace_.write_header(chain.trace(pool));
  remove_draws(job, [&](std::uint64_t sweep) { return sweep > reported_sweep_; });
}

std::vector<Sink> ChainSinks::list(std::uint64_t target) {
  target_ = target;
  const auto member = [this](Verdict (ChainSinks::*sink)(const Step&)) {
    return [this, sink](const Step& step) { return (this->*sink)(step); };
  };
  return {member(&ChainSinks::trace), member(&ChainSinks::monitor),    member(&ChainSinks::keep),
          member(&ChainSinks::stop),  member(&ChainSinks::checkpoint), member(&ChainSinks::grow),
          member(&ChainSinks::births)};
}

Draw ChainSinks::draw_at(std::uint64_t sweep, double seconds) const {
  Draw draw = chain_.draw();
  draw.chain = job_.chain;
  draw.sweep = sweep;
  draw.seconds = seconds;
  draw.monitored = monitor_.slots();
  return draw;
}

void ChainSinks::save(const Draw& draw) {
  trace_.sync();
  monitor_.sync();
  write_draw(checkpoint_path(job_.path, job_.chain), draw);
  if (may_end_early(job_.plan.asked()))
    remove_draws(job_, [&](std::uint64_t sweep) { return !job_.plan.may_need(sweep, draw.sweep); });
}

void ChainSinks::report(const Step& step, double log_posterior, std::size_t topics) const {
  const auto tokens = static_cast<double>(job_.corpus.n_tokens());
  const std::uint64_t sweep = step.context.sweep, judged_at = runs_until_settled(job_.options) ? target_ : 0;
  job_.watch.report(
      {job_.chain, job_.options.chains, sweep, job_.options.sweeps, judged_at, step.seconds,
       seconds_left(job_, step),
       tokens * static_cast<double>(sweep - reported_sweep_) / (step.seconds - reported_seconds_),
       log_posterior / tokens, topics});
}

Verdict ChainSinks::trace(const Step& step) {
  const std::uint64_t sweep = step.context.sweep;
  if (sweep % job_.options.trace_every != 0) return Verdict::go_on;
  Pool& pool = step.context.pool;
  const double log_posterior = chain_.log_joint(pool);
  const std::size_t topics = chain_.topics_in_use();
  trace_.write({log_posterior, sweep, chain_.log_word_part(pool), topics, chain_.trace(pool), step.seconds});
  if (job_.watch.report) report(step, log_posterior, topics);
  reported_sweep_ = sweep;
  reported_seconds_ = step.seconds;
  return Verdict::go_on;
}

Verdict ChainSinks::monitor(const Step& step) {
  monitor_.observe(chain_, step.context.sweep);
  return Verdict::go_on;
}

Verdict ChainSinks::keep(const Step& step) {
  if (job_.plan.is_due(step.context.sweep))
    write_draw(draw_path(job_.path, job_.chain, step.context.sweep),
               draw_at(step.context.sweep, step.seconds));
  return Verdict::go_on;
}

Verdict ChainSinks::stop(const Step& step) {
  if (job_.watch.should_stop && job_.watch.should_stop()) interrupted_ = true;
  return interrupted_ || step.seconds >= job_.time_limit ? Verdict::stop : Verdict::go_on;
}

Verdict ChainSinks::checkpoint(const Step& step) {
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - saved_).count() < job_.options.checkpoint_every)
    return Verdict::go_on;
  save(step);
  saved_ = Clock::now();
  return Verdict::go_on;
}

Verdict ChainSinks::grow(const Step& step) {
  if (!growth_.is_news(chain_.slots())) return Verdict::go_on;
  growth_.warn(chain_.topics_in_use());
  save(step);
  return Verdict::go_on;
}

Verdict ChainSinks::births(const Step& step) {
  const std::size_t topics = chain_.unbounded_topics();
  if (topics == 0) return Verdict::go_on;
  const bool news = births_.is_news(topics);
  if (!news && !births_.too_many(topics)) return Verdict::go_on;
  save(step);
  if (births_.too_many(topics)) births_.end(topics, step.context.sweep);
  births_.warn(topics, step.context.sweep);
  return Verdict::go_on;
}

}  // namespace themata
