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
// auxiliary variables make x conjugate to a Gamma: the tables l, which have the Antoniak distribution given
// n_k and x_k and enter through their sum as x^l; and q ~ Beta(c, n), which enters as q^(scale x). So
//   x | l, q ~ Ga(shape + sum l, rate - scale sum log q).

using themata::GammaPrior;

/// at_least[j-1]: how many counts are at least j. The tables of many counts with one concentration depend
/// only on this.
using AtLeast = std::vector<std::uint64_t>;

/// Over the documents and blocks of all ranks, as are all counts here. For all n_kv, over all topics and
/// words together.
AtLeast word_counts_at_least(const State& state, Pool& pool);

/// For all m_dk, for each slot separately.
std::vector<AtLeast> document_counts_at_least(const State& state, const Corpus& corpus, Pool& pool);

/// Total tables of counts that share one concentration, sum_j Bin(at_least_j, x / (x + j - 1)) (HDP paper,
/// eq. 28).
std::uint64_t draw_tables(Stream& stream, std::span<const std::uint64_t> at_least, double concentration);

/// log q_d of each document of this rank, q_d ~ Beta(concentration(d), N_d); 0 for an empty document.
std::vector<double> draw_log_shares(const Context& context, const Layout& layout,
                                    const std::function<double(std::size_t)>& concentration);

/// beta | z: the factor of the word types' weights; seeds do not change.
void draw_beta(State& state, const Context& context, GammaPrior prior);

/// The entities of the streams of Purpose::hyper.
enum class HyperStream : std::uint64_t {
  alpha = 0,
  beta = 1,
  gamma = 2,
  psi = 3,
  pi = 4,
  order = 5,
  shares = 1ULL << 32,
  words = 1ULL << 33,
  topic_pi = 3ULL << 32
};

inline Stream hyper_stream(const Context& context, HyperStream which) {
  return context.stream(Purpose::hyper, static_cast<std::uint64_t>(which));
}

}  // namespace themata::sampling
