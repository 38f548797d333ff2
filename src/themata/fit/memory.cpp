#include <algorithm>

#include "themata/admixture/block_collapsed.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/fit/adapters.hpp"
#include "themata/fit/fit.hpp"

namespace themata {

namespace {

/// Four-byte numbers that a sampler holds for each word type and lane: the counts, and what it makes of them.
std::uint64_t matrices_of(const FitOptions& options) {
  if (options.sampler == "ad-lda") return options.partitions;
  if (options.sampler == "light-collapsed") return 2;
  if (options.sampler != "partially-collapsed") return 1;
  if (options.z == "light") return 4;
  if (options.z == "doubly-sparse") return 2;
  return options.z == "sparse" || options.z == "auto" ? 3 : 2;
}

/// The lists of words' topics (admixture::WordTopicLists), two bytes a token each: of the sparse collapsed samplers, and of
/// those that draw seats or the topics of tables.
std::uint64_t word_lists_of(const FitOptions& options) {
  if (options.sampler == "ad-lda") return options.partitions;
  const bool draws_tables = options.is_franchise() || options.table_topics > 0;
  return options.sampler == "sparse-collapsed" || draws_tables ? 1 : 0;
}

/// The counts in lists of the block-collapsed sampler (admixture::WordLists and DocumentLists): six bytes a token of a document,
/// and for each word type as many topics as it has tokens, 6 bytes each, in whole groups of sixteen.
std::uint64_t block_lists_of(const FitOptions& options, const Corpus& corpus, std::uint64_t lanes) {
  if (options.sampler != "block-collapsed" || lanes < admixture::least_lanes_of_lists) return 0;
  const std::uint64_t types = corpus.n_types();
  const std::uint64_t of_words = std::min(corpus.n_tokens() + 16 * types, types * lanes);
  return 6 * (corpus.n_tokens() + of_words) + 16 * types + 4 * corpus.n_documents();
}

/// The words' topics of the doubly sparse scan, as drawn and as laid out: 14 bytes a mass. Where Phi is exact, a quarter of
/// the topics without a word give it one that counts, at a beta of .01.
std::uint64_t word_topics_of(const FitOptions& options, const Corpus& corpus, std::uint64_t lanes) {
  if (options.z != "doubly-sparse") return 0;
  const std::uint64_t cells = corpus.n_types() * lanes;
  const std::uint64_t with_tokens = std::min<std::uint64_t>(corpus.n_tokens(), cells);
  return 14 * (options.phi == "polya-urn" ? with_tokens : std::min(cells, with_tokens + cells / 4));
}

/// The monitored values of a chain, of which all are held at once when its factors are estimated.
std::uint64_t monitored_bytes(const Corpus& corpus, const FitOptions& asked) {
  const FitOptions options = resolved(asked);
  if (!options.monitors() || options.monitor_from > options.sweeps) return 0;
  const std::uint64_t topics =
      options.has_fixed_topics() ? std::min(options.topics, options.monitor_topics) : options.monitor_topics;
  const std::uint64_t words = std::min<std::uint64_t>(options.monitor_words, corpus.n_types());
  const std::uint64_t documents = std::min<std::uint64_t>(options.monitor_documents, corpus.n_documents());
  return 8 * topics * (1 + words + documents) * (options.sweeps - options.monitor_from + 1);
}

/// Rates and their logs, counts, variances of at most as many branches as topics; labels with their affinities; and all but counts
/// and rates again in a draw on its way to disk. @param labels  of all documents
std::uint64_t rates_bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t labels) {
  const std::uint64_t cells = corpus.n_types() * (options.topics + 1);
  const std::uint64_t branches = options.model == "pcm" ? corpus.n_types() : cells;
  const std::uint64_t tokens = std::uint64_t{4 + 2 + 2} * corpus.n_tokens();
  return tokens + 4 * (4 * cells + 2 * branches) + 20 * labels + 24 * corpus.n_documents();
}

}  // namespace

std::uint64_t forecast_lanes(const FitOptions& options) {
  if (options.has_fixed_topics()) return lanes_for(options.topics);
  if (options.weights == "gem") return lanes_for(resolved(options).max_topics);
  // The HDP starts with its topics and the sticks of those yet unborn (37 a unit of gamma), and grows with the data, as
  // the franchise does from nothing.
  const auto sticks = static_cast<std::uint64_t>(40 * std::max(0.0, options.gamma)) + 100;
  return lanes_for(options.topics + std::min<std::uint64_t>(sticks, 60000));
}

std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options, std::uint64_t lanes) {
  const std::uint64_t tokens = corpus.n_tokens();
  const std::uint64_t documents = corpus.n_documents();
  if (options.has_rates()) {
    constexpr std::uint64_t labels_a_document = 4;
    const std::uint64_t labels = documents * (options.model == "pcm" ? options.topics : labels_a_document);
    // What is written of the words at the end: six matrices and their copies on the way to disk, rates and their sums, a draw twice.
    const std::uint64_t words =
        options.model == "hpc" ? 96 * std::uint64_t{corpus.n_types()} * options.topics : 0;
    return std::max({rates_bytes(corpus, options, labels), 4 * tokens + words,
                     4 * tokens + monitored_bytes(corpus, options)});
  }
  const std::uint64_t blocks = block_count(options, corpus);
  const std::uint64_t remembered = documents * lanes <= 2 * tokens + 4096 ? 4 * documents * lanes : 0;
  const std::uint64_t corpus_map = 4 * tokens + 8 * documents;
  const std::uint64_t layout =
      (blocks > 1 ? 6 : 2) * tokens + 4 * documents * (blocks + 1) + std::uint64_t{4} * corpus.n_types();
  // A draw in the corpus's order and its image on the way to disk.
  const std::uint64_t saving = (options.is_franchise() ? 14 : 6) * tokens;
  const std::uint64_t word_lists =
      word_lists_of(options) * (2 * tokens + std::uint64_t{12} * corpus.n_types());
  const bool sits = options.is_franchise() || options.table_topics > 0 || options.split_merge > 0;
  const std::uint64_t seats = sits ? 4 * tokens + 4 * documents : 0;
  // A mask of words a byte a cell, and which could be on; of documents, two bytes for each topic that one may use, likewise.
  const std::uint64_t masks =
      (options.masks_words() ? std::uint64_t{2} * corpus.n_types() * lanes : 0) +
      (options.masks_topics() ? 4 * std::min(tokens, documents * lanes) + 48 * documents : 0);
  const std::uint64_t matrices = matrices_of(options) * 4 * corpus.n_types() * lanes;
  const std::uint64_t sampling = corpus_map + layout + saving + remembered + word_lists + seats + masks +
                                 matrices + word_topics_of(options, corpus, lanes) +
                                 block_lists_of(options, corpus, lanes);
  return std::max(sampling, corpus_map + monitored_bytes(corpus, options));
}

}  // namespace themata
