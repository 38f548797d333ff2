#include "themata/models/document_proportions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/random/distributions.hpp"

namespace themata {

namespace {

class DirichletProportions : public DocumentProportions {
 public:
  DirichletProportions(const Corpus& corpus, SparseCounts counts, std::vector<double> prior,
                       const std::vector<std::vector<std::uint16_t>>& lists)
      : DocumentProportions(std::move(counts)),
        corpus_(corpus),
        prior_(std::move(prior)),
        lists_(lists),
        sums_{std::accumulate(prior_.begin(), prior_.end(), 0.0)} {
    if (lists_.empty()) return;
    sums_.resize(lists_.size(), sums_.front());
    for (std::size_t d = 0; d < sums_.size(); ++d) {
      if (lists_[d].empty()) continue;
      sums_[d] = 0;
      for (const std::uint16_t k : lists_[d]) sums_[d] += prior_[k];
    }
  }

  double share(std::size_t d, std::size_t k, std::int32_t count) const override {
    if (!lists_.empty() && !lists_[d].empty() && !std::ranges::binary_search(lists_[d], k)) return 0;
    return (count + prior_[k]) / total(d);
  }

  void draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& stream,
            std::span<double> theta) const override {
    draw_dirichlet_of(d, topics, total(d), stream, theta);
  }

 private:
  double total(std::size_t d) const {
    return static_cast<double>(corpus_.length(d)) + sums_[sums_.size() == 1 ? 0 : d];
  }

  const Corpus& corpus_;
  std::vector<double> prior_;
  const std::vector<std::vector<std::uint16_t>>& lists_;
  std::vector<double> sums_;  ///< of each document where they differ, else one
};

}  // namespace

void DocumentProportions::row(std::size_t d, std::span<double> theta) const {
  for (std::size_t k = 0; k < theta.size(); ++k) theta[k] = share(d, k, 0);
  const auto topics = counts_.columns_of(d), counts = counts_.counts_of(d);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::size_t>(topics[i]);
    theta[k] = share(d, k, counts[i]);
  }
}

void DocumentProportions::draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& /*stream*/,
                               std::span<double> theta) const {
  for (std::size_t i = 0; i < topics.size(); ++i)
    theta[i] = share(d, topics[i], counts().count(d, topics[i]));
}

void DocumentProportions::draw_dirichlet_of(std::size_t d, std::span<const std::uint16_t> topics,
                                            double total, Stream& stream, std::span<double> theta) const {
  std::vector<double> weights(topics.size() + 1);
  double rest = total;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    weights[i] = share(d, topics[i], counts().count(d, topics[i])) * total;
    rest -= weights[i];
  }
  // A difference of equals is a rounding error, and would be a topic of its own.
  weights.back() = rest > 1e-9 * total ? rest : 0;
  draw_dirichlet(stream, weights);
  std::copy_n(weights.begin(), topics.size(), theta.begin());
}

std::unique_ptr<DocumentProportions> dirichlet_proportions(
    const Corpus& corpus, SparseCounts counts, std::vector<double> prior,
    const std::vector<std::vector<std::uint16_t>>& lists) {
  return std::make_unique<DirichletProportions>(corpus, std::move(counts), std::move(prior), lists);
}

}  // namespace themata
