#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/seating/scaled_products.hpp"

namespace themata::seating {

/// The topics of one group while its tables' topics are drawn (grouped_dishes.hpp), by their numbers in the
/// group, with what they weigh for a table that has none of their words.
class GroupTopics {
 public:
  /// Tables of so many tokens have their weights kept; larger ones, which are few, are weighed by themselves.
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

  /// l_k of each topic, and last the concentration of a new one.
  void weigh_tables(std::vector<double>& weights) const {
    weights.clear();
    for (const OneTopic& topic : topics_) weights.push_back(static_cast<double>(topic.tables));
    weights.push_back(concentration_);
  }
  /// The denominators for a table of n tokens, in the same order.
  void divide(std::size_t n, ScaledProducts& products) const {
    const std::size_t n_topics = topics_.size();
    products.reset(n_topics + 1);
    std::vector<double> from(n_topics + 1, total_beta_), below(n_topics + 1);
    for (std::size_t k = 0; k < n_topics; ++k) from[k] += static_cast<double>(topics_[k].tokens);
    for (std::size_t first = 0; first < n; first += most_kept) {
      std::ranges::fill(below, 1.0);
      for (std::size_t i = first; i < std::min(first + most_kept, n); ++i) {
        const auto more = static_cast<double>(i);
        for (std::size_t k = 0; k <= n_topics; ++k) below[k] *= from[k] + more;
      }
      for (std::size_t k = 0; k <= n_topics; ++k) products.multiply(k, 1 / below[k]);
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
