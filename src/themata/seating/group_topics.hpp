#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace themata::seating {

/// Weights fraction 2^exponent, whose products would exceed the range of a double.
struct ScaledWeights {
  std::vector<double> fraction;  ///< in [1, 2), or 0
  std::vector<std::int64_t> exponent;

  void multiply(std::size_t k, double by) {
    const double product = fraction[k] * by;
    if (product == 0) return;
    constexpr std::uint64_t exponent_bits = std::uint64_t{2047} << 52, of_one = std::uint64_t{1023} << 52;
    const auto bits = std::bit_cast<std::uint64_t>(product);
    exponent[k] += static_cast<std::int64_t>((bits & exponent_bits) >> 52) - 1023;
    fraction[k] = std::bit_cast<double>((bits & ~exponent_bits) | of_one);
  }
  /// Brings the weights to one scale, in `fraction`; underflow becomes 0.
  void to_doubles() {
    std::int64_t top = INT64_MIN;
    for (std::size_t k = 0; k < fraction.size(); ++k)
      if (fraction[k] > 0) top = std::max(top, exponent[k]);
    for (std::size_t k = 0; k < fraction.size(); ++k)
      fraction[k] = exponent[k] - top < -1000
                        ? 0
                        : fraction[k] * std::bit_cast<double>(
                                            static_cast<std::uint64_t>(exponent[k] - top + 1023) << 52);
  }
};

/// The topics of one group while its tables' topics are drawn (grouped_dishes.hpp), by their numbers in the
/// group, with what they weigh for a table that has none of their words.
class GroupTopics {
 public:
  /// Tables of so many tokens have their weights kept; larger ones, which are few, are weighed in logs.
  static constexpr std::size_t most_kept = 16;

  GroupTopics(double total_beta, double concentration)
      : total_beta_(total_beta), concentration_(concentration) {
    double below = 1;
    for (std::size_t n = 0; n < most_kept; ++n) {
      below *= total_beta + static_cast<double>(n);
      new_[n] = concentration / below;
    }
  }

  void append(std::int64_t tables, std::int64_t tokens) {
    topics_.push_back({});
    change(topics_.size() - 1, tables, tokens);
  }
  std::size_t size() const { return topics_.size(); }
  std::int64_t tables(std::size_t k) const { return topics_[k].tables; }
  /// Whether the topic came in this sweep.
  bool is_new(std::size_t k) const { return topics_[k].is_new; }

  /// Adds tables and tokens to a topic; takes them away if negative.
  void change(std::size_t k, std::int64_t tables, std::int64_t tokens) {
    OneTopic& topic = topics_[k];
    topic.tables += tables;
    topic.tokens += tokens;
    const auto l = static_cast<double>(topic.tables);
    double below = 1;
    for (std::size_t n = 0; n < most_kept; ++n) {
      below *= static_cast<double>(topic.tokens) + total_beta_ + static_cast<double>(n);
      const double weight = topic.tables > 0 ? l / below : 0;
      totals_[n] += weight - topic.weight[n];
      topic.weight[n] = weight;
    }
  }

  /// l_k / prod_i (n_k + sum beta + i) for a table of n tokens, and its sum over topics.
  double weight(std::size_t k, std::size_t n) const { return topics_[k].weight[n - 1]; }
  double total(std::size_t n) const { return totals_[n - 1]; }
  double of_new(std::size_t n) const { return new_[n - 1]; }

  /// The same for any number of tokens, which may exceed the range of a double; a new topic comes last.
  void weigh(std::size_t n, ScaledWeights& weights) const {
    const std::size_t n_topics = topics_.size();
    weights.fraction.resize(n_topics + 1);
    weights.exponent.assign(n_topics + 1, 0);
    std::vector<double> from(n_topics + 1, total_beta_), below(n_topics + 1);
    for (std::size_t k = 0; k < n_topics; ++k) {
      weights.fraction[k] = static_cast<double>(topics_[k].tables);
      from[k] += static_cast<double>(topics_[k].tokens);
    }
    weights.fraction.back() = concentration_;
    for (std::size_t first = 0; first < n; first += most_kept) {
      std::ranges::fill(below, 1.0);
      for (std::size_t i = first; i < std::min(first + most_kept, n); ++i) {
        const auto more = static_cast<double>(i);
        for (std::size_t k = 0; k <= n_topics; ++k) below[k] *= from[k] + more;
      }
      for (std::size_t k = 0; k <= n_topics; ++k) weights.multiply(k, 1 / below[k]);
    }
  }

  /// A number for a new topic.
  std::size_t make() {
    if (free_.empty()) {
      topics_.push_back({});
      free_.push_back(topics_.size() - 1);
    }
    const std::size_t k = free_.back();
    free_.pop_back();
    topics_[k].is_new = true;
    return k;
  }
  void release(std::size_t k) { free_.push_back(k); }

 private:
  struct OneTopic {
    std::int64_t tables = 0, tokens = 0;
    bool is_new = false;
    std::array<double, most_kept> weight{};
  };

  double total_beta_, concentration_;
  std::array<double, most_kept> new_{}, totals_{};
  std::vector<OneTopic> topics_;
  std::vector<std::size_t> free_;
};

}  // namespace themata::seating
