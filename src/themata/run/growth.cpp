#include "themata/run/growth.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/models/mixture_options.hpp"
#include "themata/run/memory.hpp"

namespace themata {

Growth::Growth(const ChainJob& job)
    : job_(job),
      slots_(job.model.slots(job.corpus, job.options)),
      said_(forecast_memory(job.corpus, job.model, job.options, slots_)) {}

bool Growth::is_news(std::size_t slots) {
  if (slots <= slots_) return false;
  slots_ = slots;
  constexpr std::uint64_t little = 1 << 26;  // bytes; less is no news
  const std::uint64_t needed = forecast_memory(job_.corpus, job_.model, job_.options, slots);
  if (needed < said_ + said_ / 4 + little) return false;
  said_ = needed;
  return true;
}

void Growth::warn(std::size_t topics) const {
  if (!job_.watch.warn) return;
  constexpr std::size_t many = 1000;  // of fewer, more are no trouble
  const std::string_view advice = topics < many ? "" : job_.model.info().growth_advice;
  const std::string now = job_.options.chains > 1 ? fmt::format("Chain {} now has", job_.chain) : "Now";
  job_.watch.warn(fmt::format("{} {} topics, about {:.0f} MB; still running{}{}.", now, topics,
                              static_cast<double>(said_) / 1e6, advice.empty() ? "" : "; ", advice));
}

Births::Births(const ChainJob& job)
    : job_(job),
      begun_(job.options.has("topics") ? options_at_start(job.model, job.options, job.chain).whole("topics")
                                       : 0),
      most_(job.options.has("max-topics") ? job.options.whole("max-topics") : UINT64_MAX),
      said_(many_topics(begun_) / 2) {}

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
  throw TopicLimitError(fmt::format("chain {} has {} topics at sweep {}; `max-topics` allows {}", job_.chain,
                                    topics, sweep, most_));
}

std::string with_advice(const TopicLimitError& error, const ChainJob& job) {
  const bool may_be_more = static_cast<double>(job.options.whole("max-topics")) < range::most_topics;
  return fmt::format("{}: {}{}", error.what(), job.model.info().growth_advice,
                     may_be_more ? ", and a larger `max-topics` allows more" : "");
}

}  // namespace themata
