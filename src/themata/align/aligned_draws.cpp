#include "themata/align/aligned_draws.hpp"

#include <fmt/core.h>

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

/// Topics with the same name.
std::vector<std::optional<Match>> by_name(const std::vector<std::string>& pivot,
                                          const std::vector<std::string>& others) {
  std::vector<std::optional<Match>> matches(pivot.size());
  for (std::size_t k = 0; k < pivot.size(); ++k) {
    if (pivot[k].empty()) continue;
    if (const auto found = std::ranges::find(others, pivot[k]); found != others.end())
      matches[k] = Match{static_cast<std::size_t>(found - others.begin()), 0};
  }
  return matches;
}

/// Of `n` topics those without a name.
std::vector<std::size_t> unnamed(const std::vector<std::string>& names, std::size_t n) {
  std::vector<std::size_t> topics;
  for (std::size_t k = 0; k < n; ++k)
    if (k >= names.size() || names[k].empty()) topics.push_back(k);
  return topics;
}

CostMatrix part_of(const CostMatrix& all, const std::vector<std::size_t>& rows,
                   const std::vector<std::size_t>& columns) {
  CostMatrix part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) part.row(i)[j] = all.row(rows[i])[columns[j]];
  return part;
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
      throw UsageError(fmt::format(
          "chain {} of {} has kept no draws{}", number, fit.path.string(),
          fit.status() == "complete" ? ": " + fit.why_no_draws() : " yet, as the fit has not finished"));
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
  const std::vector<std::string>&names = pivot().given.topic_names, &others = chain.given.topic_names;
  const auto rows = unnamed(names, pivot_topics_.n_topics()), columns = unnamed(others, draw.n_topics());
  auto matches = by_name(names, others);
  matches.resize(pivot_topics_.n_topics());
  if (rows.empty() || columns.empty()) return matches;
  const CostMatrix distances = topic_distances(pivot_topics_, topics(chain, draw), matched_by, pool_);
  const auto found = align(part_of(distances, rows, columns));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (found[i] && found[i]->distance < limit_)
      matches[rows[i]] = Match{columns[found[i]->topic], found[i]->distance};
  return matches;
}

AlignedDraw AlignedDraws::read(const Source& source) const {
  const ShownFit& chain = chains_.at(source.chain);
  Draw draw = drawn_beside(chain, source.sweep);
  const auto known = of_chain_.find(source.chain);
  auto matches = known != of_chain_.end() ? known->second : match(chain, draw);
  std::vector<std::uint16_t> unclear;
  for (std::size_t k = 0; k < matches.size() && !draw.unclear.empty(); ++k)
    if (matches[k] && std::ranges::binary_search(draw.unclear, matches[k]->topic))
      unclear.push_back(static_cast<std::uint16_t>(k));
  return {std::move(draw), chain, std::move(matches), std::move(unclear)};
}

void AlignedDraws::measure(AlignedDraw& draw) const {
  const bool is_measured = of_chain_.empty() && pivot().given.topic_names.empty();
  if (is_measured) return;
  const CostMatrix distances = topic_distances(pivot_topics_, topics(draw), matched_by, pool_);
  for (std::size_t k = 0; k < draw.matches.size(); ++k)
    if (auto& match = draw.matches[k]) match->distance = distances.row(k)[match->topic];
}

bool FoundTopics::everywhere(std::size_t k) const {
  return std::ranges::all_of(in_chain[k], [](bool found) { return found; });
}

FoundCounter::FoundCounter(const AlignedDraws& draws)
    : chains_(draws.chains()),
      n_draws_(chains_.size(), 0),
      found_(chains_.size(), std::vector<std::size_t>(draws.pivot().draw.n_topics(), 0)),
      unclear_(draws.pivot().draw.n_topics()) {}

void FoundCounter::add(const AlignedDraw& draw) {
  const auto c = static_cast<std::size_t>(std::ranges::find(chains_, draw.draw.chain) - chains_.begin());
  ++n_draws_[c];
  for (std::size_t k = 0; k < draw.matches.size(); ++k)
    if (draw.matches[k]) ++found_[c][k];
  unclear_.add(draw.unclear);
}

FoundTopics FoundCounter::found() const {
  FoundTopics result;
  result.unclear = unclear_;
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
