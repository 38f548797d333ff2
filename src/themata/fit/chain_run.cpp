#include "themata/fit/chain_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "themata/io/error.hpp"
#include "themata/version.hpp"

namespace themata {

double ChainJob::time_limit() const {
  return options.time_limit > 0 ? options.time_limit / static_cast<double>(options.chains)
                                : std::numeric_limits<double>::infinity();
}

std::string trace_comments(const ChainJob& job) {
  return fmt::format("# engine = themata {}\n# model = {}\n# sampler = {}\n# chain = {}\n# seed = {}\n",
                     version(), job.options.model, job.options.sampler, job.chain, job.options.seed);
}

std::string sampling_comments(const ChainJob& job) {
  return fmt::format("# num_samples = {}\n# num_warmup = {}\n# save_warmup = 1\n# thin = {}\n",
                     job.options.sweeps - job.options.burn_in, job.options.burn_in, job.options.trace_every);
}

Growth::Growth(const ChainJob& job)
    : job_(job),
      lanes_(forecast_lanes(job.options)),
      forecast_(forecast_memory(job.corpus, job.options, lanes_)),
      said_(forecast_) {}

bool Growth::is_news(std::size_t lanes) {
  if (lanes <= lanes_) return false;
  lanes_ = lanes;
  constexpr std::uint64_t little = 1 << 26;  // bytes; less is no news
  const std::uint64_t needed = forecast_memory(job_.corpus, job_.options, lanes);
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

Births::Births(const ChainJob& job) : job_(job) {
  constexpr std::uint64_t few = 1000, times = 4;
  said_ = std::max(few, times * job.options.topics) / 2;
}

bool Births::is_news(std::size_t topics) {
  if (topics < 2 * said_) return false;
  said_ = topics;
  return true;
}

void Births::warn(std::size_t topics, std::uint64_t sweep) const {
  if (!job_.watch.warn) return;
  job_.watch.warn(fmt::format(
      "chain {} has {} topics at sweep {}, and began with {}: a sweep's time grows with them. A lower "
      "--sigma, "
      "--delta or --eta, or one that is not learned (--learn), makes fewer; --max-topics ends it, saved",
      job_.chain, topics, sweep, job_.options.topics));
}

void Births::end(std::size_t topics, std::uint64_t sweep) const {
  throw ResourceError(fmt::format(
      "chain {} has {} topics at sweep {}; --max-topics allows {}: a lower --sigma, --delta or --eta makes "
      "fewer, and resume --max-topics allows more",
      job_.chain, topics, sweep, job_.options.max_topics));
}

void fail_after(const ChainJob& job, const std::string& message) {
  const std::filesystem::path saved = checkpoint_path(job.path, job.chain);
  if (!std::filesystem::exists(saved)) throw ResourceError(message);
  throw ResourceError(fmt::format("{}; chain {} is saved as of sweep {}: themata resume {}", message,
                                  job.chain, read_draw(saved).sweep, job.path.string()));
}

namespace {

bool has_masks_of(const Draw& draw, const FitOptions& options) {
  if (!draw.masks) return !options.has_masks();
  return draw.masks->topics_of_documents.empty() != options.masks_topics() &&
         draw.masks->words_of_topics.empty() != options.masks_words();
}

bool is_of_model(const Draw& draw, const FitOptions& options) {
  if (draw.rates || options.has_rates())
    return draw.rates && options.has_rates() && draw.n_topics() == options.topics;
  if (options.is_lda()) return draw.psi.empty() && draw.alpha.size() == options.topics;
  return !draw.psi.empty() && draw.seat.empty() != options.is_franchise() && has_masks_of(draw, options);
}

}  // namespace

MonitorPlace monitor_place(const ChainJob& job) {
  return {job.path, job.chain, job.corpus, job.options, trace_comments(job)};
}

Draw read_checkpoint(const ChainJob& job) {
  const std::filesystem::path path = checkpoint_path(job.path, job.chain);
  Draw draw = read_draw(path);
  const auto refuse = [&](const std::string& what) { throw InputError(path.string(), 0, what); };
  if (!is_of_model(draw, job.options))
    refuse(fmt::format("does not hold a state of model {} with these options", job.options.model));
  if (const auto fault = fault_beside(draw, job.corpus)) refuse("is damaged: " + *fault);
  return draw;
}

}  // namespace themata
