#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/inference/methods.hpp"
#include "themata/random/stream.hpp"

namespace themata {

class KnownTopics;

/// The default length (for sweeps 0, skip automatic): 400 sweeps per document over all `runs`, but at least
/// 20 per run; the first half of them is not counted.
/// @throws UsageError if none is counted
GibbsLength with_defaults(GibbsLength asked, std::size_t runs);

/// Runs the chain of one document. Calls visit() after every sweep that counts. @return  number of visits
template <class Chain, class Visit>
std::uint64_t run_document_chain(Chain& chain, const GibbsLength& length, Stream& stream,
                                 const Visit& visit) {
  for (std::uint64_t sweep = 1; sweep <= length.sweeps; ++sweep) {
    chain.sweep(stream);
    if (sweep > length.skip) visit();
  }
  return length.sweeps - length.skip;
}

/// Moments of the K entries of theta_d under one draw of a fit.
struct ProportionMoments {
  std::vector<double> mean;  ///< E(theta_dk)
  std::vector<double>
      variance;  ///< Var(theta_dk): variance of E(theta_dk | z) over sweeps plus mean of Var(theta_dk | z)
};

/// Draws the topics of a document's tokens given Phi, and accumulates the moments of theta. Given z, theta is
/// Dirichlet with parameters m_k + a_k (Rao-Blackwell): E(theta_k | z) = p_k = (m_k + a_k) / (n + A),
/// Var(theta_k | z) = p_k (1 - p_k) / (n + A + 1).
/// With a discount b, given the tables too (TokenTopics), s_k = m_k - b t_k, r = c A, Psi_k = a_k / A and N =
/// n + A - b:
/// E(theta_k | z, tables) = p_k = (s_k + r Psi_k) / N,
/// Var(theta_k | z, tables) = (p_k (1 - p_k) - b r Psi_k (1 - Psi_k) / N) / (N + 1)
/// (docs/theory/franchise.md).
/// Without words both are the prior's.
ProportionMoments draw_proportions(const KnownTopics& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream);

/// The words of a document in two parts.
struct Halves {
  std::span<const std::uint32_t> seen, held;
};

/// Mean over sweeps of P(w | z) for every held-out word, where z are the topics of the seen words.
/// @param means  as long as `held`
void predict_words(const KnownTopics& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means);

}  // namespace themata
