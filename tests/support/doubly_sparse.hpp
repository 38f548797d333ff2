#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support/problems.hpp"
#include "support/samplers.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"

// What the tiny posteriors of tests/exact are too small for: lists of many groups, and tails that are seldom
// drawn from.
namespace themata::testing {

struct DoublySparseCase {
  const char* name;
  void (*draw)(sampling::State&, const Context&, std::uint32_t);  ///< of Phi
  std::uint32_t groups_without_row;
  double beta;
};

inline std::vector<DoublySparseCase> doubly_sparse_cases() {
  return {{"DirichletByList", sampling::draw_sparse_phi, 100, 0.1},
          {"DirichletBySlot", sampling::draw_sparse_phi, 0, 0.1},
          {"SparserDirichletByList", sampling::draw_sparse_phi, 100, 0.01},
          {"SparserDirichletBySlot", sampling::draw_sparse_phi, 0, 0.01},
          {"UrnByList", sampling::draw_sparse_phi_polya_urn, 100, 0.1},
          {"UrnBySlot", sampling::draw_sparse_phi_polya_urn, 0, 0.1}};
}

/// LDA of 150 topics on a document of three tokens, after others that give its words topics.
class DoublySparseWords {
 public:
  static constexpr std::size_t topics = 150;
  static constexpr std::uint32_t types = 40;

  explicit DoublySparseWords(double beta) : state(make_state(corpus, beta, alone)) {}
  explicit DoublySparseWords(const DoublySparseCase& of) : DoublySparseWords(of.beta) {
    of.draw(state.mix, Context{corpus, {5}, 1, alone}, of.groups_without_row);
  }

  /// p(z_1 = k | the document's other tokens, Phi) from Phi looked up by search.
  std::vector<double> conditional() const {
    std::vector<double> p(state.mix.slots());
    for (std::size_t k = 0; k < topics; ++k)
      p[k] = state.mix.sparse_phi.at(k, 0) * (state.mix.prior[k] + (k == 3 ? 2 : 0));
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    for (double& x : p) x /= sum;
    return p;
  }
  /// How often each topic was drawn for the first token.
  std::vector<double> counts_of(int draws) {
    const sampling::TokenTopics start = state.mix.topics;
    std::vector<double> counted(state.mix.slots());
    for (int i = 1; i <= draws; ++i) {
      state.mix.topics = start;
      sampling::draw_topics_doubly_sparse(state.mix,
                                          Context{corpus, {9}, static_cast<std::uint64_t>(i), alone});
      ++counted[state.mix.topics[0]];
    }
    return counted;
  }

  Corpus corpus = make_corpus();
  Pool alone{1};
  lda::State state;

 private:
  static Corpus make_corpus() {
    std::vector<std::vector<std::uint32_t>> documents{{0, 7, 0}};
    for (std::uint32_t d = 0; d < 12; ++d)
      for (documents.emplace_back(); documents.back().size() < 20;)
        documents.back().push_back((d * d + 3 * static_cast<std::uint32_t>(documents.back().size())) % types);
    return Problem{documents, types}.corpus();
  }
  static lda::State make_state(const Corpus& corpus, double beta, Pool& pool) {
    lda::Settings settings;
    settings.topics = topics;
    settings.alpha = 0.02;
    settings.beta = beta;
    sampling::TokenTopics z(corpus.n_tokens());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<sampling::Topic>(i * i % 120);
    z[1] = z[2] = 3;
    return lda::Model(settings).restore(corpus, z, std::vector<double>(topics, 0.02), beta, pool);
  }
};

}  // namespace themata::testing
