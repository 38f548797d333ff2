#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/rising.hpp"
#include "themata/seating/scaled_products.hpp"

namespace themata::seating {

/// The topics of one group while tokens move between them together (group_choice.hpp), by their numbers in
/// the group, with what they weigh for tokens whose words they do not have.
class GroupTopics {
 public:
  /// For so many tokens weights are kept; more, which are few, are weighed by themselves.
  static constexpr std::size_t most_kept = 16;

  /// No new topic is made.
  GroupTopics() = default;
  /// @param total_beta  sum beta
  /// @param fresh       p of a new topic, above 0
  GroupTopics(double total_beta, double fresh) : total_beta_(total_beta), fresh_(fresh) {
    double below = 1;
    for (std::size_t n = 0; n < most_kept; ++n) {
      below *= total_beta + static_cast<double>(n);
      new_[n] = fresh / below;
    }
  }

  std::size_t append() {
    topics_.push_back({});
    return topics_.size() - 1;
  }
  std::size_t size() const { return topics_.size(); }
  double prior(std::size_t k) const { return topics_[k].prior; }

  /// @param prior  p_k, 0 if the tokens may not move there
  /// @param total  n_k + sum beta
  void set(std::size_t k, double prior, double total) {
    OneTopic& topic = topics_[k];
    topic.prior = prior;
    topic.total = total;
    double below = 1;
    for (std::size_t n = 0; n < most_kept; ++n) {
      below *= total + static_cast<double>(n);
      const double weight = prior > 0 ? prior / below : 0;
      totals_[n] += weight - topic.weight[n];
      topic.weight[n] = weight;
      largest_[n] = std::max(largest_[n], totals_[n]);
      if (totals_[n] < lost_digits * largest_[n]) sum_anew(n);
    }
  }

  /// p_k / prod_i (n_k + sum beta + i) for n tokens, and its sum over topics.
  double weight(std::size_t k, std::size_t n) const { return topics_[k].weight[n - 1]; }
  double total(std::size_t n) const { return totals_[n - 1]; }
  double of_new(std::size_t n) const { return new_[n - 1]; }

  /// p_k of each topic, and last that of a new one.
  void priors(std::vector<double>& weights) const {
    weights.clear();
    for (const OneTopic& topic : topics_) weights.push_back(topic.prior);
    weights.push_back(fresh_);
  }
  /// The denominators for n tokens, in the same order.
  void divide(std::size_t n, ScaledProducts& products) const {
    const std::size_t n_topics = topics_.size();
    products.reset(n_topics + 1);
    std::vector<double> from(n_topics + 1, total_beta_), below(n_topics + 1);
    for (std::size_t k = 0; k < n_topics; ++k) from[k] = topics_[k].total;
    constexpr std::size_t many = 512;  // for which logarithms are faster
    if (n > many) {
      for (std::size_t k = 0; k <= n_topics; ++k)
        products.multiply_log(k, -log_rising(from[k], static_cast<std::int64_t>(n)));
      return;
    }
    for (std::size_t first = 0; first < n; first += most_kept) {
      std::ranges::fill(below, 1.0);
      for (std::size_t i = first; i < std::min(first + most_kept, n); ++i) {
        const auto more = static_cast<double>(i);
        for (std::size_t k = 0; k <= n_topics; ++k) below[k] *= from[k] + more;
      }
      for (std::size_t k = 0; k <= n_topics; ++k) products.multiply(k, 1 / below[k]);
    }
  }

 private:
  struct OneTopic {
    double prior = 0, total = 1;
    std::array<double, most_kept> weight{};
  };

  /// Of a sum that has become so much smaller, too few digits are right.
  static constexpr double lost_digits = 1e-6;
  void sum_anew(std::size_t n) {
    totals_[n] = 0;
    for (const OneTopic& topic : topics_) totals_[n] += topic.weight[n];
    largest_[n] = totals_[n];
  }

  double total_beta_ = 1, fresh_ = 0;
  std::array<double, most_kept> new_{}, totals_{}, largest_{};  ///< `largest_` since the last new sum
  std::vector<OneTopic> topics_;
};

}  // namespace themata::seating
