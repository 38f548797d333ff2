// Topics to start a chain from. Any start is valid, since the chain forgets it; from a good one it converges
// sooner.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"
#include "themata/sampling/state/allowed.hpp"
#include "themata/sampling/state/share.hpp"

namespace themata {
class Pool;
}

namespace themata::sampling {

enum class Start {
  documents,  ///< draw_document_topics
  tokens      ///< draw_uniform_topics
};

/// What a start by tokens chooses from.
struct TokenStart {
  std::size_t topics;
  const AllowedTopics* allowed = nullptr;  ///< null: every document may use the first `topics`
  std::uint64_t first_document = 0;        ///< number of the corpus's first document among those of all ranks
};

/// A slot for each token, uniformly at random among the topics that its document may use. In the corpus's
/// order.
TokenTopics draw_uniform_topics(const Corpus& corpus, Key key, const TokenStart& start, Pool& pool);

/// What a start by documents is drawn from.
struct DocumentStart {
  std::span<const double> weights;  ///< K prior weights of topics, not all 0
  double beta;                      ///< prior weight of a word type in a topic
  const Share* share = nullptr;     ///< what this rank has; null: everything
};

/// A slot for each token, the same one for all tokens of a document (a mixture of unigrams). Documents come
/// in random order. Each draws a topic with probability proportional to the topic's weight times the
/// likelihood of its words given the documents before. Documents come in batches, each one sixteenth of the
/// documents so far, that do not see each other. So threads can share a batch, and the result does not depend
/// on their number, nor on that of the ranks: each counts the words of some topics, and tells the others how
/// likely their documents are in these. In the corpus's order.
TokenTopics draw_document_topics(const Corpus& corpus, Key key, const DocumentStart& start, Pool& pool);

}  // namespace themata::sampling
