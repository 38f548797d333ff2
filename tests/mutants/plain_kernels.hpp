#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/state.hpp"

// Plain copies of the kernels of z with a place for one mistake each. Left as it is, a recipe makes the right
// kernel, and the tests show that it passes the check which the mistaken one fails.
namespace themata::testing {

using sampling::Topic;

/// The first index whose running sum passes u times the total.
inline std::size_t choose(const std::vector<double>& weight, double u) {
  double total = 0;
  for (const double w : weight) total += w;
  double rest = u * total;
  std::size_t last = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (weight[k] <= 0) continue;
    last = k;
    if (rest < weight[k]) break;
    rest -= weight[k];
  }
  return last;
}

/// How many of a token's own counts are taken out before it is drawn: 1, or by mistake 0.
struct TakenOut {
  int document = 1, word = 1, topic = 1;
};

struct CollapsedRecipe {
  TakenOut taken = {};
  double prior_factor = 1;
  double beta_of_totals = 0;  ///< added to V beta below; 0 is right
};

/// Griffiths & Steyvers' equation 5 with the recipe's mistakes.
inline void draw_topics_plainly(sampling::State& state, const Context& context,
                                const CollapsedRecipe& recipe) {
  const Corpus& corpus = context.corpus;
  const double total_beta = state.beta * corpus.n_types() + recipe.beta_of_totals;
  std::vector<std::int64_t> sizes = sampling::topic_sizes(state);
  std::vector<std::int32_t> counts(state.slots());
  std::vector<double> weight(state.slots());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    sampling::count_document(state, corpus, d, counts.data());
    Stream stream = context.stream(Purpose::token, d);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      std::int32_t* row = state.word_topic.row(state.layout.words[i]);
      const auto move = [&](std::size_t k, const TakenOut& by, int sign) {
        row[k] += sign * by.word;
        counts[k] += sign * by.document;
        sizes[k] += sign * by.topic;
      };
      const Topic old = state.topics[i];
      move(old, recipe.taken, -1);
      for (std::size_t k = 0; k < weight.size(); ++k)
        weight[k] = (recipe.prior_factor * state.prior[k] + (state.prior[k] > 0 ? counts[k] : 0)) *
                    (row[k] + state.beta) / (static_cast<double>(sizes[k]) + total_beta);
      move(old, recipe.taken, 1);
      move(old, {}, -1);
      state.topics[i] = static_cast<Topic>(choose(weight, stream.uniform()));
      move(state.topics[i], {}, 1);
    }
  }
  sampling::recount(state, corpus, context.pool);
}

enum class BlockMass { drawn_each_sweep, drawn_once, drawn_with_beta_alone };

struct BlockRecipe {
  BlockMass mass = BlockMass::drawn_each_sweep;
  int taken_from_block = 1;
};

/// The block-collapsed kernel, block after block, with the recipe's mistakes. `mass` (P vectors of slots)
/// outlives the sweep for the mistake that needs it.
class PlainBlockKernel {
 public:
  explicit PlainBlockKernel(BlockRecipe recipe) : recipe_(recipe) {}

  void operator()(sampling::State& state, const Context& context) {
    if (mass_.empty() || recipe_.mass != BlockMass::drawn_once) draw_mass(state, context);
    for (std::size_t b = 0; b < state.layout.n_blocks; ++b)
      for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) draw_piece(state, context, d, b);
    sampling::recount(state, context.corpus, context.pool);
  }

 private:
  void draw_mass(const sampling::State& state, const Context& context) {
    const std::size_t n = state.layout.n_blocks;
    mass_.assign(n, std::vector<double>(state.slots()));
    for (std::size_t k = 0; k < state.slots(); ++k) {
      std::vector<double> share(n);
      for (std::size_t b = 0; b < n; ++b) {
        const double types = recipe_.mass == BlockMass::drawn_with_beta_alone ? 1 : state.layout.types_in[b];
        share[b] = state.block_topic.row(b)[k] + types * state.beta;
      }
      Stream stream = context.stream(Purpose::block, k);
      draw_dirichlet(stream, share);
      for (std::size_t b = 0; b < n; ++b) mass_[b][k] = share[b];
    }
  }

  void draw_piece(sampling::State& state, const Context& context, std::size_t d, std::size_t b) {
    std::vector<std::int32_t> counts(state.slots());
    std::vector<double> weight(state.slots());
    for (std::size_t i = context.corpus.offsets()[d]; i < context.corpus.offsets()[d + 1]; ++i)
      ++counts[state.topics[i]];
    Stream stream = context.stream(Purpose::token, d * state.layout.n_blocks + b);
    const auto piece = state.layout.piece(context.corpus, d, b);
    const double block_beta = state.beta * state.layout.types_in[b];
    std::int32_t* totals = state.block_topic.row(b);
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      std::int32_t* row = state.word_topic.row(state.layout.words[i]);
      const Topic old = state.topics[i];
      --counts[old], --row[old], totals[old] -= recipe_.taken_from_block;
      for (std::size_t k = 0; k < weight.size(); ++k)
        weight[k] = state.prior[k] > 0 ? (state.prior[k] + counts[k]) * mass_[b][k] * (row[k] + state.beta) /
                                             (totals[k] + block_beta)
                                       : 0;
      totals[old] -= 1 - recipe_.taken_from_block;
      const auto fresh = static_cast<Topic>(choose(weight, stream.uniform()));
      ++counts[fresh], ++row[fresh], ++totals[fresh];
      state.topics[i] = fresh;
    }
  }

  BlockRecipe recipe_;
  std::vector<std::vector<double>> mass_;
};

struct PhiRecipe {
  double beta_factor = 1;  ///< of beta in Phi's Dirichlet
  int taken_from_document = 1;
};

/// Phi drawn, then each topic given it, with the recipe's mistakes.
inline void draw_topics_given_phi_plainly(sampling::State& state, const Context& context,
                                          const PhiRecipe& recipe) {
  const Corpus& corpus = context.corpus;
  std::vector<std::vector<double>> phi(state.slots());
  for (std::size_t k = 0; k < phi.size(); ++k) {
    if (!(state.prior[k] > 0)) continue;
    for (std::size_t v = 0; v < corpus.n_types(); ++v)
      phi[k].push_back(state.word_topic.row(v)[k] + recipe.beta_factor * state.beta);
    Stream stream = context.stream(Purpose::topic, k);
    draw_dirichlet(stream, phi[k]);
  }
  std::vector<double> weight(state.slots());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<std::int32_t> counts(state.slots());
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) ++counts[state.topics[i]];
    Stream stream = context.stream(Purpose::token, d);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const Topic old = state.topics[i];
      counts[old] -= recipe.taken_from_document;
      for (std::size_t k = 0; k < weight.size(); ++k)
        weight[k] = phi[k].empty() ? 0 : (state.prior[k] + counts[k]) * phi[k][state.layout.words[i]];
      counts[old] -= 1 - recipe.taken_from_document;
      state.topics[i] = static_cast<Topic>(choose(weight, stream.uniform()));
      ++counts[state.topics[i]];
    }
  }
  sampling::recount(state, corpus, context.pool);
}

/// A kernel of a model's state from one of the shared state.
template <class ModelState, class Step>
Kernel<ModelState> on_mix(Step step) {
  return {"plain", [step](ModelState& state, const Context& context) mutable { step(state.mix, context); }};
}

}  // namespace themata::testing
