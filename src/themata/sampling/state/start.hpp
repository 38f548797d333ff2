// Topics to start a chain from. Any will do, for the chain forgets them; from good ones it gets there sooner.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"
#include "themata/sampling/state/allowed.hpp"

namespace themata {
class Pool;
}

namespace themata::sampling {

enum class Start {
  documents,  ///< draw_document_topics
  tokens      ///< draw_uniform_topics
};

/// A slot for each token, uniformly at random among the first `topics` of those that its document may use. In the corpus's
/// order.
std::vector<Topic> draw_uniform_topics(const Corpus& corpus, Key key, std::size_t topics, Pool& pool,
                                       const AllowedTopics& allowed = {});

/// A slot for each token, the same one for all of a document: documents come in random order, and each takes the topic that
/// predicts its words best by those of the documents before, at random in proportion to probability (a mixture of unigrams).
/// Documents come in batches, each a sixteenth of what was before, that are blind to each other: so threads share them,
/// and their number changes nothing. In the corpus's order.
/// @param weights  K prior weights of topics, not all 0
/// @param beta     prior weight of a word type in a topic
std::vector<Topic> draw_document_topics(const Corpus& corpus, Key key, std::span<const double> weights,
                                        double beta, Pool& pool);

}  // namespace themata::sampling
