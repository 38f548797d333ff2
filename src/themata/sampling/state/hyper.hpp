#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/random/gamma_prior.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Hyperparameters by auxiliary variables (docs/theory/lda.md, "Hyperparameters"). A group of n draws from a
// Polya urn of total concentration c = scale x has the factor G(c)/G(c+n) prod_k G(x_k + n_k)/G(x_k). Two
// auxiliaries make x conjugate to a Gamma: the tables l, with the Antoniak law given n_k and x_k, whose sum
// enters as x^l; and q ~ Beta(c, n), which enters as q^(scale x). So  x | l, q ~ Ga(shape + sum l, rate -
// scale sum log q).

using themata::GammaPrior;

/// at_least[j-1]: how many counts are j or more. What the tables of many counts with one concentration depend
/// on.
using AtLeast = std::vector<std::uint64_t>;

/// Of every n_kv, all topics and words together.
AtLeast word_counts_at_least(const State& state, Pool& pool);

/// Of every m_dk, for each slot apart.
std::vector<AtLeast> document_counts_at_least(const State& state, const Corpus& corpus, Pool& pool);

/// Total tables of counts that share one concentration, sum_j Bin(at_least_j, x / (x + j - 1)) (HDP paper,
/// eq. 28).
std::uint64_t draw_tables(Stream& stream, std::span<const std::uint64_t> at_least, double concentration);

/// log q_d of each document, q_d ~ Beta(concentration(d), N_d); 0 of an empty one.
std::vector<double> draw_log_shares(const Context& context,
                                    const std::function<double(std::size_t)>& concentration);

/// beta | z: what the word types' weights are multiplied with; seeds stay as they are.
void draw_beta(State& state, const Context& context, GammaPrior prior);

/// Streams of Purpose::hyper are told apart by these entities.
enum class HyperStream : std::uint64_t {
  alpha = 0,
  beta = 1,
  gamma = 2,
  psi = 3,
  pi = 4,
  order = 5,
  shares = 1ULL << 32,
  words = 1ULL << 33
};

inline Stream hyper_stream(const Context& context, HyperStream which) {
  return context.stream(Purpose::hyper, static_cast<std::uint64_t>(which));
}

}  // namespace themata::sampling
