#pragma once

#include <algorithm>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/hyper.hpp"

// A plain copy of the auxiliary-variable update of a concentration, with a place for one mistake each.
namespace themata::testing {

struct ConcentrationRecipe {
  double added_to_length = 0;  ///< q ~ Beta(c, n + this)
  double added_to_j = 0;       ///< tables are Bin(., x / (x + j - 1 + this))
  double added_to_shape = 0;
};

/// Groups of draws from Polya urns of concentration scale x each.
struct Urns {
  sampling::AtLeast at_least;  ///< of the counts of all groups
  std::vector<double> lengths;
  double scale;
};

inline double draw_concentration_plainly(Stream& stream, double x, const Urns& urns,
                                         sampling::GammaPrior prior, const ConcentrationRecipe& recipe) {
  double tables = 0, log_shares = 0;
  for (std::size_t j = 0; j < urns.at_least.size(); ++j)
    tables += static_cast<double>(
        draw_binomial(stream, urns.at_least[j], x / (x + static_cast<double>(j) + recipe.added_to_j)));
  for (const double length : urns.lengths)
    if (length > 0) log_shares += draw_log_beta(stream, urns.scale * x, length + recipe.added_to_length);
  const double drawn =
      draw_gamma(stream, prior.shape + tables + recipe.added_to_shape, prior.rate - urns.scale * log_shares);
  return std::max(drawn, 1e-9);  // some mistakes send the chain to 0
}

/// m_dk of all topics together, over the documents; scale K.
inline Urns document_urns(const sampling::State& state, const Corpus& corpus, Pool& pool, double topics) {
  Urns urns{{}, {}, topics};
  for (const auto& of_topic : sampling::document_counts_at_least(state, corpus, pool)) {
    if (urns.at_least.size() < of_topic.size()) urns.at_least.resize(of_topic.size());
    for (std::size_t j = 0; j < of_topic.size(); ++j) urns.at_least[j] += of_topic[j];
  }
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    urns.lengths.push_back(static_cast<double>(corpus.length(d)));
  return urns;
}

/// n_kv of all types together, over the topics. @param scale  V; by mistake K
inline Urns word_urns(const sampling::State& state, Pool& pool, double scale) {
  Urns urns{sampling::word_counts_at_least(state, pool), {}, scale};
  for (const std::int64_t n : sampling::topic_sizes(state)) urns.lengths.push_back(static_cast<double>(n));
  return urns;
}

}  // namespace themata::testing
