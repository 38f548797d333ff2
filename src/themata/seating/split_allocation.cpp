#include "themata/seating/split_allocation.hpp"

#include <atomic>

#include "themata/random/elementary.hpp"
#include "themata/random/shuffle.hpp"

namespace themata::seating {

namespace {

/// log(1 + e^x).
double softplus(double x) {
  return x > 0 ? x + portable_log(1 + portable_exp(-x)) : portable_log(1 + portable_exp(x));
}

}  // namespace

SplitAllocation::SplitAllocation(const sampling::State& mix, const TableGroup& group, double discount,
                                 const std::array<std::size_t, 2>& anchors, Pool& pool)
    : betas_(mix),
      total_beta_(betas_.total(0)),
      group_(group),
      discount_(discount),
      anchors_(anchors),
      pool_(pool),
      side_(group.size(), 0) {
  for (Side& side : sides_) side.words.resize(mix.word_topic.rows());
  for (std::size_t s = 0; s < 2; ++s) put(anchors[s], s);
  for (std::size_t t = 0; t < group.size(); ++t)
    if (t != anchors[0] && t != anchors[1]) order_.push_back(t);
}

double SplitAllocation::part(Stream& stream, const SplitMerge& move, const std::vector<std::size_t>* target) {
  const int scans = move.scans;
  if (move.allocation == SplitMerge::Allocation::parallel) {
    for (int scan = 0; scan < scans; ++scan) allocate(stream, nullptr);
    return allocate(stream, target);
  }
  shuffle(order_, stream);
  if (scans == 0) {
    double log_q = 0;
    for (const std::size_t t : order_) log_q += seat(stream, t, target);
    return log_q;
  }
  for (const std::size_t t : order_) put(t, stream.below(2));
  for (int scan = 0; scan < scans; ++scan) rescan(stream, nullptr);
  return rescan(stream, target);
}

double SplitAllocation::log_ratio(const PitmanYor& process, std::int64_t topics_merged) const {
  return portable_log(process.of_new(topics_merged)) + log_of_table(process, sides_[0].tables) +
         log_of_table(process, sides_[1].tables) -
         log_of_table(process, sides_[0].tables + sides_[1].tables) +
         sampling::log_split(betas_, sides_[0].words, sides_[1].words);
}

void SplitAllocation::put(std::size_t table, std::size_t side) {
  side_[table] = side;
  sides_[side].add(group_.words_of(table), 1);
}

double SplitAllocation::rescan(Stream& stream, const std::vector<std::size_t>* target) {
  double log_q = 0;
  for (const std::size_t t : order_) {
    sides_[side_[t]].add(group_.words_of(t), -1);
    log_q += seat(stream, t, target);
  }
  return log_q;
}

double SplitAllocation::allocate(Stream& stream, const std::vector<std::size_t>* target) {
  constexpr std::size_t chunk = 512;
  const std::vector<double> log_ratio = log_ratios();
  const double per_token = portable_log((sides_[1].tokens + total_beta_) / (sides_[0].tokens + total_beta_));
  const double per_table = log_tables();
  std::vector<double> log_uniform(target == nullptr ? order_.size() : 0), log_p(order_.size());
  for (double& x : log_uniform) x = stream.uniform();
  for (std::size_t s = 0; s < 2; ++s) {
    sides_[s] = {std::vector<std::int32_t>(sides_[s].words.size())};
    put(anchors_[s], s);
  }
  pool_.for_chunks(order_.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t t = order_[i];
      const auto words = group_.words_of(t);
      double odds = per_table + per_token * static_cast<double>(words.size());
      for (const std::uint32_t v : words) odds += log_ratio[v];
      const double log_left = -softplus(-odds);
      side_[t] = target != nullptr ? (*target)[t] : portable_log(log_uniform[i]) < log_left ? 0 : 1;
      log_p[i] = side_[t] == 0 ? log_left : -softplus(odds);
      for (const std::uint32_t v : words)  // integers: the order of addition does not matter
        std::atomic_ref(sides_[side_[t]].words[v]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  double log_q = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    Side& side = sides_[side_[order_[i]]];
    ++side.tables;
    side.tokens += static_cast<std::int32_t>(group_.words_of(order_[i]).size());
    log_q += log_p[i];
  }
  return log_q;
}

std::vector<double> SplitAllocation::log_ratios() const {
  constexpr std::size_t chunk = 4096;
  std::vector<double> ratio(sides_[0].words.size());
  pool_.for_chunks(ratio.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const std::int32_t left = sides_[0].words[v], right = sides_[1].words[v];
      const double beta = betas_.of(static_cast<std::uint32_t>(v));
      ratio[v] = left == right ? 0 : portable_log((left + beta) / (right + beta));
    }
  });
  return ratio;
}

double SplitAllocation::log_tables() const {
  return portable_log((static_cast<double>(sides_[0].tables) - discount_) /
                      (static_cast<double>(sides_[1].tables) - discount_));
}

double SplitAllocation::seat(Stream& stream, std::size_t table, const std::vector<std::size_t>* target) {
  const double odds = log_odds(group_.words_of(table));
  const double log_left = -softplus(-odds);
  const std::size_t side = target != nullptr                           ? (*target)[table]
                           : portable_log(stream.uniform()) < log_left ? 0
                                                                       : 1;
  put(table, side);
  return side == 0 ? log_left : -softplus(odds);
}

double SplitAllocation::log_odds(std::span<const std::uint32_t> words) const {
  const Side &left = sides_[0], &right = sides_[1];
  double sum = log_tables();
  double ratio = 1;
  std::int32_t same = 0;  // earlier tokens of the table with the same word
  for (std::size_t i = 0; i < words.size(); ++i) {
    same = i > 0 && words[i] == words[i - 1] ? same + 1 : 0;
    const double beta = betas_.of(words[i]) + same, before = total_beta_ + static_cast<double>(i);
    ratio *= (left.words[words[i]] + beta) * (right.tokens + before) /
             ((right.words[words[i]] + beta) * (left.tokens + before));
    if (i % 8 == 7) {  // well within the range of a double
      sum += portable_log(ratio);
      ratio = 1;
    }
  }
  return sum + portable_log(ratio);
}

}  // namespace themata::seating
