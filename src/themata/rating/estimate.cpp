#include "themata/rating/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "themata/random/quantiles.hpp"

namespace themata {

namespace {

constexpr double tail = 0.025;
constexpr double rounding = 1e-9;  // a standard error below it is none

/// What an answer adds to the error of an estimate: the summands of equation 2.
struct Part {
  std::size_t rater = 0, block = 0;
  double value = 0;
};

struct MeanOfItems {
  double value = 0;
  std::vector<Part> parts;
};

MeanOfItems mean_of_items(const std::vector<Reply>& replies) {
  struct Sum {
    double value = 0, count = 0;
  };
  std::map<std::size_t, Sum> items;
  for (const Reply& reply : replies) {
    Sum& sum = items[reply.item];
    sum.value += reply.value;
    ++sum.count;
  }
  const auto n = static_cast<double>(items.size());
  MeanOfItems mean;
  for (const auto& [item, sum] : items) mean.value += sum.value / sum.count / n;
  for (const Reply& reply : replies)
    mean.parts.push_back(
        {reply.rater, reply.block, (reply.value - mean.value) / (n * items.at(reply.item).count)});
  return mean;
}

/// The variance of the clusters' sums, and its degrees of freedom.
struct ClusterVariance {
  double value = 0, degrees = 0;
};

/// Equation 2 for one of the two kinds of clusters.
ClusterVariance cluster_variance(const std::vector<Part>& parts, std::size_t Part::*cluster) {
  std::map<std::size_t, double> sums;
  for (const Part& part : parts) sums[part.*cluster] += part.value;
  if (sums.size() < 2) return {};
  const auto n = static_cast<double>(sums.size());
  double squares = 0;
  for (const auto& [number, sum] : sums) squares += sum * sum;
  return {squares * n / (n - 1), n - 1};
}

/// The standard error of an estimate, and the quantile of Student's t that belongs to it.
struct StandardError {
  double value = 0;
  double quantile = 0;
};

/// Equation 3. Nothing for fewer than two blocks.
std::optional<StandardError> standard_error(const std::vector<Part>& parts) {
  const ClusterVariance topics = cluster_variance(parts, &Part::block);
  const ClusterVariance raters = cluster_variance(parts, &Part::rater);
  if (topics.degrees == 0) return std::nullopt;
  const double variance = topics.value + raters.value;
  const auto share = [](const ClusterVariance& of) {
    return of.degrees == 0 ? 0 : of.value * of.value / of.degrees;
  };
  const double both = share(topics) + share(raters);
  const double degrees = both > 0 ? variance * variance / both : topics.degrees;
  return StandardError{std::sqrt(variance), student_quantile(degrees, 1 - tail)};
}

RatingEstimate estimate_of(double value, const std::vector<Part>& parts) {
  std::map<std::size_t, bool> blocks;
  for (const Part& part : parts) blocks[part.block] = true;
  return {value, std::nullopt, blocks.size(), parts.size()};
}

RatingInterval around(double value, const StandardError& error, const RatingInterval& range) {
  const double half = error.quantile * error.value;
  return {std::max(range.low, value - half), std::min(range.high, value + half)};
}

}  // namespace

RatingInterval exact_interval(double successes, double trials) {
  return {lower_share_bound(trials, successes, tail), upper_share_bound(trials, successes, tail)};
}

std::optional<RatingEstimate> estimate_proportion(const std::vector<Reply>& replies) {
  if (replies.empty()) return std::nullopt;
  const MeanOfItems mean = mean_of_items(replies);
  RatingEstimate estimate = estimate_of(mean.value, mean.parts);
  const std::optional<StandardError> error = standard_error(mean.parts);
  if (!error) return estimate;
  const double p = std::clamp(mean.value, 0.0, 1.0);
  const bool same = std::ranges::all_of(replies, [&](const Reply& r) { return r.value == replies[0].value; });
  auto trials = static_cast<double>(same ? estimate.blocks : estimate.answers);
  if (!same && error->value > rounding) {
    const double normal = normal_quantile(1 - tail);
    const double ratio = normal / (error->quantile * error->value);
    trials = std::min(trials, p * (1 - p) * ratio * ratio);
  }
  estimate.interval =
      same ? exact_interval(replies[0].value * trials, trials) : exact_interval(p * trials, trials);
  return estimate;
}

std::optional<RatingEstimate> estimate_mean(const std::vector<Reply>& replies, const RatingInterval& range) {
  if (replies.empty()) return std::nullopt;
  const MeanOfItems mean = mean_of_items(replies);
  RatingEstimate estimate = estimate_of(mean.value, mean.parts);
  if (const auto error = standard_error(mean.parts); error && error->value > rounding)
    estimate.interval = around(mean.value, *error, range);
  return estimate;
}

std::optional<RatingEstimate> estimate_difference(const std::vector<Reply>& first,
                                                  const std::vector<Reply>& second,
                                                  const RatingInterval& range) {
  if (first.empty() || second.empty()) return std::nullopt;
  const MeanOfItems a = mean_of_items(first), b = mean_of_items(second);
  std::vector<Part> parts = a.parts;
  for (Part part : b.parts) {
    part.value = -part.value;
    parts.push_back(part);
  }
  RatingEstimate estimate = estimate_of(a.value - b.value, parts);
  if (const auto error = standard_error(parts); error && error->value > rounding)
    estimate.interval = around(estimate.value, *error, range);
  return estimate;
}

}  // namespace themata
