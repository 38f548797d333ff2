#include "themata/align/aligned_draws.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr TopicDistance matched_by = TopicDistance::hellinger;

/// Every topic as itself.
std::vector<std::optional<Match>> themselves(std::size_t n_topics) {
  std::vector<std::optional<Match>> matches(n_topics);
  for (std::size_t k = 0; k < n_topics; ++k) matches[k] = Match{k, 0};
  return matches;
}

std::vector<std::optional<Match>> by_name(const std::vector<std::string>& pivot,
                                          const std::vector<std::string>& others) {
  std::vector<std::optional<Match>> matches(pivot.size());
  for (std::size_t k = 0; k < pivot.size(); ++k)
    if (const auto found = std::ranges::find(others, pivot[k]); found != others.end())
      matches[k] = Match{static_cast<std::size_t>(found - others.begin()), 0};
  return matches;
}

}  // namespace

AlignedDraws::AlignedDraws(const FitFolder& fit, std::optional<std::uint32_t> chain, Pool& pool)
    : pool_(pool), pivot_chain_(chain.value_or(fit.shown_chain())) {
  std::vector<std::uint32_t> wanted = chain ? std::vector{*chain} : fit.chains();
  if (wanted.empty()) wanted.push_back(pivot_chain_);  // nothing is saved: opening it gives the error message
  std::vector<TopicSet> sets;
  for (const std::uint32_t number : wanted) {
    const ShownFit& shown = chains_.emplace(number, open_shown_fit(fit, number)).first->second;
    sets.push_back(topics(shown, shown.draw));
    if (number == pivot_chain_) pivot_topics_ = sets.back();
    const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(number);
    if (sweeps.empty())
      throw UsageError(
          fmt::format("chain {} of {} has kept no draws{}", number, fit.path.string(),
                      fit.status() == "complete" ? ": " + fit.why_no_draws() : " yet; resume the fit"));
    for (const std::uint64_t sweep : sweeps) sources_.push_back({number, sweep});
  }
  limit_ = match_limit(sets, matched_by, pool);
  if (pivot().draw.finds_topics()) return;
  for (const auto& [number, shown] : chains_)
    of_chain_[number] = number == pivot_chain_ ? themselves(shown.draw.n_topics()) : match(shown, shown.draw);
}

std::vector<std::uint32_t> AlignedDraws::chains() const {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, shown] : chains_) numbers.push_back(number);
  return numbers;
}

TopicSet AlignedDraws::topics(const ShownFit& chain, const Draw& draw) {
  return topics_of(draw, chain.corpus.corpus, chain.given.word_prior);
}

std::vector<std::optional<Match>> AlignedDraws::match(const ShownFit& chain, const Draw& draw) const {
  if (const auto& names = pivot().given.topic_names; !names.empty())
    return by_name(names, chain.given.topic_names);
  auto matches = align(pivot_topics_, topics(chain, draw), matched_by, pool_);
  for (auto& pair : matches)
    if (pair && !(pair->distance < limit_)) pair.reset();
  return matches;
}

AlignedDraw AlignedDraws::read(const Source& source) const {
  const ShownFit& chain = chains_.at(source.chain);
  Draw draw = drawn_beside(chain, source.sweep);
  const auto known = of_chain_.find(source.chain);
  auto matches = known != of_chain_.end() ? known->second : match(chain, draw);
  return {std::move(draw), chain, std::move(matches)};
}

bool FoundTopics::everywhere(std::size_t k) const {
  return std::ranges::all_of(in_chain[k], [](bool found) { return found; });
}

FoundCounter::FoundCounter(const AlignedDraws& draws)
    : chains_(draws.chains()),
      n_draws_(chains_.size(), 0),
      found_(chains_.size(), std::vector<std::size_t>(draws.pivot().draw.n_topics(), 0)) {}

void FoundCounter::add(const AlignedDraws::Source& source, const std::vector<std::optional<Match>>& matches) {
  const auto c = static_cast<std::size_t>(std::ranges::find(chains_, source.chain) - chains_.begin());
  ++n_draws_[c];
  for (std::size_t k = 0; k < matches.size(); ++k)
    if (matches[k]) ++found_[c][k];
}

FoundTopics FoundCounter::found() const {
  FoundTopics result;
  const std::size_t topics = found_.front().size();
  result.draws.assign(topics, 0);
  result.in_chain.assign(topics, std::vector<bool>(chains_.size()));
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (std::size_t k = 0; k < topics; ++k) {
      result.draws[k] += found_[c][k];
      result.in_chain[k][c] = 2 * found_[c][k] >= n_draws_[c] && n_draws_[c] > 0;
    }
  return result;
}

}  // namespace themata
