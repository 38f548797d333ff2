#include "themata/report/relations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "themata/align/distance.hpp"
#include "themata/align/linkage.hpp"
#include "themata/align/scaling.hpp"
#include "themata/align/topic_set.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_topics_related = 3000;   ///< with distances: memory grows with their square
constexpr std::size_t most_compared_topics = 2000;  ///< in several chains: time grows with their cube
constexpr double most_terms = 1e8;     ///< of the sums of Jensen-Shannon distances, each with two logarithms
constexpr double most_products = 4e9;  ///< of those of Hellinger distances

TopicSet first_topics(TopicSet set, std::size_t n) {
  set.types.resize(set.first[n]);
  set.phi.resize(set.first[n]);
  set.first.resize(n + 1);
  set.absent.resize(n);
  set.sizes.resize(n);
  return set;
}

/// Products that Hellinger distances sum: pairs of cells of one word type.
double products_of(const TopicSet& set) {
  std::vector<double> topics(set.n_types, 0);
  for (const std::uint32_t v : set.types) ++topics[v];
  double sum = 0;
  for (const double n : topics) sum += n * n;
  return sum;
}

/// Sums over documents of the shares of two topics, from which correlations follow.
class ShareMoments {
 public:
  ShareMoments(const SparseCounts& counts, std::size_t largest)
      : n_(std::min(largest, counts.n_columns)), sums_(n_, 0), products_(n_, n_) {
    for (std::size_t d = 0; d < counts.n_rows(); ++d) add(counts.columns_of(d), counts.counts_of(d));
  }

  std::size_t n() const { return n_; }
  /// NaN if a share is the same in all documents.
  double correlation(std::size_t a, std::size_t b) const {
    const double of_a = covariance(a, a), of_b = covariance(b, b);
    if (std::min(of_a, of_b) < no_variance) return std::numeric_limits<double>::quiet_NaN();
    return covariance(a, b) / std::sqrt(of_a * of_b);
  }

 private:
  void add(std::span<const std::int32_t> topics, std::span<const std::int32_t> tokens) {
    double length = 0;
    for (const std::int32_t n : tokens) length += n;
    if (length == 0) return;
    ++documents_;
    for (std::size_t i = 0; i < topics.size() && static_cast<std::size_t>(topics[i]) < n_; ++i) {
      const double share = tokens[i] / length;
      sums_[static_cast<std::size_t>(topics[i])] += share;
      const std::span<double> row = products_.row(static_cast<std::size_t>(topics[i]));
      for (std::size_t j = 0; j <= i; ++j)
        row[static_cast<std::size_t>(topics[j])] += share * tokens[j] / length;
    }
  }
  double covariance(std::size_t a, std::size_t b) const {
    const double mean_a = sums_[a] / documents_, mean_b = sums_[b] / documents_;
    return products_.row(std::max(a, b))[std::min(a, b)] / documents_ - mean_a * mean_b;
  }

  static constexpr double no_variance = 1e-12;  ///< rounding errors
  std::size_t n_;
  double documents_ = 0;
  std::vector<double> sums_;
  CostMatrix products_;  ///< its lower triangle
};

}  // namespace

TopicDistances distances_of(const ReportSource& source) {
  TopicSet set = topic_set(source.counts, source.scores);
  std::size_t n = std::min(most_topics_related, set.n_topics());
  if (n < set.n_topics()) set = first_topics(std::move(set), n);
  if (static_cast<double>(set.types.size()) * 2 * static_cast<double>(n) <= most_terms)
    return {topic_distances(set, set, TopicDistance::jensen_shannon, source.pool),
            TopicDistance::jensen_shannon};
  if (const double products = products_of(set); products > most_products) {
    n = static_cast<std::size_t>(static_cast<double>(n) * std::sqrt(most_products / products));
    set = first_topics(std::move(set), n);
  }
  return {topic_distances(set, set, TopicDistance::hellinger, source.pool), TopicDistance::hellinger};
}

std::vector<std::vector<Related>> nearest_topics(const TopicDistances& distances, std::size_t n) {
  std::vector<std::vector<Related>> result(distances.matrix.rows());
  for (std::size_t k = 0; k < result.size(); ++k) {
    std::vector<Related>& others = result[k];
    for (std::size_t j = 0; j < result.size(); ++j)
      if (j != k) others.push_back({j, distances.matrix.row(k)[j]});
    const auto last = others.begin() + static_cast<std::ptrdiff_t>(std::min(n, others.size()));
    std::partial_sort(others.begin(), last, others.end(), [](const Related& a, const Related& b) {
      return a.value != b.value ? a.value < b.value : a.topic < b.topic;
    });
    others.erase(last, others.end());
    others.shrink_to_fit();
  }
  return result;
}

std::vector<std::vector<Related>> correlated_topics(const SparseCounts& document_topic, std::size_t largest,
                                                    std::size_t n) {
  constexpr double least = 0.005;  // what the page would show as 0
  const ShareMoments moments(document_topic, largest);
  std::vector<std::vector<Related>> result(moments.n());
  for (std::size_t k = 0; k < moments.n(); ++k) {
    std::vector<Related> positive, negative;
    for (std::size_t j = 0; j < moments.n(); ++j) {
      const double r = j == k ? 0 : moments.correlation(k, j);
      if (r >= least) positive.push_back({j, r});
      if (r <= -least) negative.push_back({j, r});
    }
    std::ranges::stable_sort(positive, std::ranges::greater(), &Related::value);
    std::ranges::stable_sort(negative, {}, &Related::value);
    for (std::vector<Related>* each : {&positive, &negative})
      result[k].insert(result[k].end(), each->begin(),
                       each->begin() + static_cast<std::ptrdiff_t>(std::min(n, each->size())));
  }
  return result;
}

std::vector<std::vector<std::uint32_t>> chains_of_topics(const ReportSource& source) {
  const ShownFit& shown = source.shown;
  const std::vector<std::uint32_t> chains = shown.fit.chains();
  if (chains.size() < 2 || source.n_topics() > most_compared_topics) return {};
  std::vector<RunChoice> runs{{shown.fit, shown.draw.chain}};
  for (const std::uint32_t chain : chains)
    if (chain != shown.draw.chain) runs.push_back({shown.fit, chain});
  const Comparison comparison = compare(runs, {}, source.pool);
  std::vector<std::vector<std::uint32_t>> result(source.n_topics());
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k].push_back(shown.draw.chain);
    for (std::size_t other = 0; other < comparison.pairs.size(); ++other)
      if (const auto& pair = comparison.pairs[other][k]; pair && pair->is_partner)
        result[k].push_back(comparison.runs[other + 1].chain);
    std::ranges::sort(result[k]);
  }
  return result;
}

json map_json(const TopicDistances& distances) {
  const PlaneMap map = scale_to_plane(distances.matrix);
  json x = json::array(), y = json::array();
  for (const double each : map.x) x.push_back(rounded(each));
  for (const double each : map.y) y.push_back(rounded(each));
  const bool is_root = distances.kind == TopicDistance::jensen_shannon;
  return {{"x", std::move(x)},
          {"y", std::move(y)},
          {"distance", is_root ? "Jensen-Shannon (square root)" : "Hellinger"},
          {"explained", map.explained > 0 ? json(rounded(map.explained)) : json()}};
}

json tree_json(const TopicDistances& distances) {
  json merges = json::array();
  for (const Merge& merge : average_linkage(distances.matrix))
    merges.push_back({merge.a, merge.b, rounded(merge.height), merge.size});
  return {{"leaves", distances.matrix.rows()}, {"merges", std::move(merges)}};
}

}  // namespace themata::report_parts
