#pragma once

#include <numeric>

#include "support/geweke_models.hpp"
#include "themata/models/icdp/model.hpp"

// The models with masks that Geweke's test runs on.
namespace themata::testing {

/// Documents of 2, 1, 0, 3 and 1 tokens.
inline Corpus masked_shape(std::uint32_t types = 3) {
  return Problem{{{0, 1}, {2}, {}, {0, 1, 2}, {1}}, types}.corpus();
}

/// Three documents with ten tokens of one word: the prior gives their first topics to several of them.
inline Corpus long_masked_shape() {
  const std::vector<std::uint32_t> words(10, 0);
  return Problem{{words, words, words}, 1}.corpus();
}

inline icdp::Settings geweke_masked(icdp::WhichMasks masks) {
  icdp::Settings settings;
  settings.masks = masks;
  settings.topics = 3;
  settings.alpha = 0.8;
  settings.beta = 0.6;
  settings.topic_process = {2, 0.7, 0.3};
  settings.word_process = {2.5, 0.6, 0.2};
  settings.priors = icdp::Priors::all({3, 2});
  settings.blocks = 1;
  return settings;
}

/// What tells masks apart, of a state and the corpus of its words: what they are called must not matter.
inline auto masked_statistics(const icdp::Model& model) {
  return [model](const icdp::State& state, const Corpus& corpus) {
    Pool alone(1);
    model.check(state, corpus);
    double topics = 0, own_topics = 0, empty_topics = 0, uses = 0, squares = 0;
    const auto sizes = sampling::topic_sizes(state.mix);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const double c = state.documents.documents[k];
      if (!(state.mix.prior[k] > 0)) continue;
      topics += 1;
      uses += c;
      squares += c * c;
      own_topics += c == 1 ? 1 : 0;
      empty_topics += sizes[k] == 0 ? 1 : 0;
    }
    double words = 0, word_uses = 0, word_squares = 0;
    for (const std::uint32_t c : state.words.topics) {
      words += c > 0 ? 1 : 0;
      word_uses += c;
      word_squares += static_cast<double>(c) * c;
    }
    double latent_uses = 0, latent_squares = 0;
    for (const auto& list : state.words.latent) {
      latent_uses += static_cast<double>(list.size());
      latent_squares += static_cast<double>(list.size() * list.size());
    }
    const double sizes_squared = std::inner_product(sizes.begin(), sizes.end(), sizes.begin(), 0.0);
    double shared = 0;  // tokens of the first document whose topic another document has tokens of too
    for (const sampling::Topic k : sampling::topics_of(state.mix, corpus, 0))
      shared += static_cast<double>(sizes[k]);
    return Statistics{{"topics", topics},
                      {"topics of one document", own_topics},
                      {"topics without tokens", empty_topics},
                      {"uses of topics", uses},
                      {"sum c_k^2", squares},
                      {"sum n_k^2", sizes_squared},
                      {"tokens with the topics of the first document", shared},
                      {"words", words},
                      {"uses of words", word_uses},
                      {"sum c_v^2", word_squares},
                      {"latent words", static_cast<double>(state.words.latent.size())},
                      {"uses of latent words", latent_uses},
                      {"sum c_g^2", latent_squares},
                      {"log p", model.log_joint(state, corpus, alone)},
                      {"alpha", state.alpha},
                      {"beta", state.mix.beta},
                      {"eta", state.topic_process.mass},
                      {"delta", state.topic_process.concentration},
                      {"sigma", state.topic_process.discount},
                      {"gamma", state.word_process.mass},
                      {"xi", state.word_process.concentration},
                      {"zeta", state.word_process.discount}};
  };
}

}  // namespace themata::testing
