#include "themata/models/mixture_options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/counts/bit_matrix.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/io/error.hpp"
#include "themata/io/scratch.hpp"
#include "themata/sampling/scans/block_collapsed.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata {

namespace {

/// Whether the sampler has more than one block where nothing is said of them.
bool usually_has_blocks(const SamplerOptions& options) {
  return options.sampler == "block-collapsed" ||
         (options.sampler == "partially-collapsed" && options.z == "dense");
}

/// Whether Phi is drawn, and tokens then read it block by block if they are to.
bool reads_phi_by_block(const SamplerOptions& options) {
  return options.sampler == "partially-collapsed" && options.z != "light";
}

/// Four-byte numbers that a sampler holds for each word type and slot: the counts, and what it makes of them.
std::uint64_t matrices_of(const SamplerOptions& options) {
  if (options.sampler == "ad-lda") return options.partitions + (options.z == "light" ? 1 : 0);
  if (options.sampler == "light-collapsed") return 2;
  if (options.sampler != "partially-collapsed") return 1;
  if (options.z == "light") return 4;
  if (options.z == "doubly-sparse") return 2;
  return options.z == "sparse" || options.z == "auto" ? 3 : 2;
}

/// The lists of words' topics (sampling::WordTopicLists), two bytes a token each: of the sparse collapsed
/// samplers, and of those that draw seats or the topics of tables.
std::uint64_t word_lists_of(const SamplerOptions& options, const MixtureMemory& memory) {
  if (options.sampler == "ad-lda" && options.z != "light") return options.partitions;
  return options.sampler == "sparse-collapsed" || memory.word_lists ? 1 : 0;
}

/// Of arrays that are in files where there are scratch files (LargeVector).
std::uint64_t tokens_in_memory(const Corpus& corpus) { return Scratch::in_use() ? 0 : corpus.n_tokens(); }

/// The counts in lists of the block-collapsed sampler (sampling::WordLists and DocumentLists): six bytes a
/// token of a document, and for each word type as many topics as it has tokens, 6 bytes each, in whole groups
/// of sixteen.
std::uint64_t block_lists_of(const SamplerOptions& options, const Corpus& corpus, std::uint64_t slots) {
  if (options.sampler != "block-collapsed" || slots < sampling::least_slots_of_lists) return 0;
  const std::uint64_t types = corpus.n_types();
  const std::uint64_t of_words = std::min(corpus.n_tokens() + 16 * types, types * slots);
  return 6 * (tokens_in_memory(corpus) + of_words) + 16 * types + 4 * corpus.n_documents();
}

/// The words' topics of the doubly sparse scan, as drawn and as laid out: 14 bytes a mass. Where Phi is
/// exact, a quarter of the topics without a word give it one that counts, at a beta of .01. The urn lists the
/// counts above 0, 2 bytes each, and 12 for each word type.
std::uint64_t word_topics_of(const SamplerOptions& options, const Corpus& corpus, std::uint64_t slots) {
  if (options.z != "doubly-sparse") return 0;
  const std::uint64_t cells = corpus.n_types() * slots;
  const std::uint64_t with_tokens = std::min<std::uint64_t>(corpus.n_tokens(), cells);
  if (options.phi == "polya-urn") return 16 * with_tokens + std::uint64_t{12} * corpus.n_types();
  return 14 * std::min(cells, with_tokens + cells / 4);
}

/// @throws UsageError where pi is learned in two ways, or is not there to be learned
void check_pi(const SamplerOptions& options, std::string_view learn) {
  const bool one = lists(learn, "pi"), by_topic = lists(learn, "topic-pi");
  if ((one || by_topic) && options.phi != "spike-slab")
    throw UsageError(fmt::format("`learn` {} needs `phi` spike-slab", one ? "pi" : "topic-pi"));
  if (one && by_topic)
    throw UsageError("`learn` has both pi and topic-pi; expected one of them",
                     {"learn", std::string(learn), "one of pi and topic-pi"});
}

/// @throws UsageError where `z` or `phi` says how another sampler draws
void check_scan(const SamplerOptions& options) {
  if ((options.z.empty() && options.phi.empty()) || options.sampler == "partially-collapsed") return;
  if (options.sampler != "ad-lda")
    throw UsageError(
        fmt::format("`z` and `phi` belong to `sampler` partially-collapsed, not to {}", options.sampler));
  if (options.z != "light" || !options.phi.empty())
    throw UsageError("`sampler` ad-lda can have `z` light, but no other `z`, and no `phi`");
}

}  // namespace

void choose_sampler(SamplerOptions& options, std::string_view usual) {
  if (!options.sampler.empty()) return;
  options.sampler = options.z.empty() && options.phi.empty() ? usual : "partially-collapsed";
}

void check_sampler(const SamplerOptions& options, std::string_view learn) {
  const bool spike = options.phi == "spike-slab";
  check_pi(options, learn);
  if (lists(learn, "beta") && spike) throw UsageError("`learn` beta and `phi` spike-slab cannot be combined");
  check_scan(options);
  if (options.z == "doubly-sparse" && spike)
    throw UsageError("`z` doubly-sparse and `phi` spike-slab cannot be combined; expected `z` sparse");
}

void check_ranks(const SamplerOptions& sampler, const StartOptions& start) {
  if (sampler.sampler != "block-collapsed" && sampler.sampler != "partially-collapsed")
    throw UsageError(fmt::format(
        "`sampler` {} is for one process; several ranks need block-collapsed or partially-collapsed",
        sampler.sampler));
  if (sampler.sampler == "partially-collapsed" && !reads_phi_by_block(sampler))
    throw UsageError(fmt::format(
        "`z` {} is for one process; several ranks need dense, sparse, auto or doubly-sparse", sampler.z));
  if (sampler.phi == "spike-slab")
    throw UsageError("`phi` spike-slab is for one process; several ranks need dirichlet or polya-urn");
  if (sampler.blocks == 0 && !usually_has_blocks(sampler))
    throw UsageError(
        fmt::format("`sampler` partially-collapsed{} has one block, which one process holds; several ranks "
                    "need `blocks`, at least twice as many as there are ranks",
                    sampler.z.empty() ? "" : fmt::format(" with `z` {}", sampler.z)));
  if (!start.start_from.empty())
    throw UsageError("`start-from` is for one process; several ranks need a start of their own");
}

bool proposes_from_tables(const SamplerOptions& options) {
  return options.sampler == "light-collapsed" || (options.sampler == "ad-lda" && options.z == "light");
}

bool is_exact(const SamplerOptions& options) {
  if (options.sampler == "ad-lda") return options.partitions == 1 && options.z != "light";
  return options.sampler != "light-collapsed" && options.phi != "polya-urn";
}

sampling::SamplerChoice sampler_of(const SamplerOptions& options, std::string_view learn) {
  using sampling::Sampler;
  sampling::SamplerChoice choice;
  choice.partitions = static_cast<std::uint32_t>(options.partitions);
  choice.mh_steps = static_cast<std::uint32_t>(options.mh_steps);
  if (options.sampler == "partially-collapsed") choice.sampler = Sampler::partially_collapsed;
  if (options.sampler == "collapsed") choice.sampler = Sampler::collapsed;
  if (options.sampler == "sparse-collapsed") choice.sampler = Sampler::sparse_collapsed;
  if (options.sampler == "ad-lda") choice.sampler = Sampler::ad_lda;
  if (options.sampler == "light-collapsed") choice.sampler = Sampler::light_collapsed;
  if (options.z == "sparse") choice.scan = sampling::TopicScan::sparse;
  if (options.z == "doubly-sparse") choice.scan = sampling::TopicScan::doubly_sparse;
  if (options.z == "light") choice.scan = sampling::TopicScan::light;
  if (options.z == "auto") choice.scan = sampling::TopicScan::automatic;
  if (options.phi == "polya-urn") choice.phi = sampling::PhiDraw::polya_urn;
  if (options.phi == "spike-slab") choice.phi = sampling::PhiDraw::spike_slab;
  choice.learn_pi = lists(learn, "pi");
  choice.learn_topic_pi = lists(learn, "topic-pi");
  choice.pi_prior = options.pi_prior;
  return choice;
}

seating::SplitMerge split_merge_of(const SplitMergeOptions& options) {
  seating::SplitMerge move;
  move.proposals = options.split_merge;
  move.scans = static_cast<int>(options.split_merge_scans);
  if (options.split_merge_allocation == "parallel")
    move.allocation = seating::SplitMerge::Allocation::parallel;
  if (options.split_merge_tables == "by-size") move.pick = seating::SplitMerge::Pick::by_size;
  if (options.split_merge_tables == "similar") move.pick = seating::SplitMerge::Pick::by_likeness;
  return move;
}

std::uint64_t split_merge_until(const SplitMergeOptions& options) {
  return options.split_merge_sweeps > 0 ? options.split_merge_sweeps : UINT64_MAX;
}

sampling::Start start_of(std::string_view start) {
  return start == "tokens" ? sampling::Start::tokens : sampling::Start::documents;
}

double pi_of(const SamplerOptions& options) { return options.phi == "spike-slab" ? options.pi : 1; }

std::uint32_t block_count(const SamplerOptions& options, const Corpus& corpus) {
  if (!usually_has_blocks(options) && !reads_phi_by_block(options)) return 1;
  if (options.blocks > 0) return static_cast<std::uint32_t>(options.blocks);
  return usually_has_blocks(options) ? sampling::default_blocks(corpus) : 1;
}

std::uint64_t threads_at_once(const SamplerOptions& options, const Corpus& corpus) {
  return options.sampler == "block-collapsed" ? block_count(options, corpus) : UINT64_MAX;
}

std::uint64_t mixture_bytes(const Corpus& corpus, const SamplerOptions& options,
                            const MixtureMemory& memory) {
  const std::uint64_t tokens = corpus.n_tokens(), documents = corpus.n_documents(), slots = memory.slots;
  const std::uint64_t large = tokens_in_memory(corpus);
  const std::uint64_t blocks = block_count(options, corpus);
  const std::uint64_t remembered = documents * slots <= 2 * large + 4096 ? 4 * documents * slots : 0;
  const std::uint64_t corpus_map = 4 * large + 8 * documents;
  const std::uint64_t pieces = Scratch::in_use() ? 0 : 4 * documents * (blocks + 1);
  const std::uint64_t layout = (blocks > 1 ? 6 : 2) * large + pieces + std::uint64_t{4} * corpus.n_types();
  // A draw in the corpus's order and two images of it on the way to disk.
  const std::uint64_t saving = 8 * large + (memory.seating == Seating::tables ? 12 * tokens : 0);
  const std::uint64_t word_lists =
      word_lists_of(options, memory) * (2 * tokens + std::uint64_t{12} * corpus.n_types());
  const std::uint64_t seats = memory.seating != Seating::none ? 4 * tokens + 4 * documents : 0;
  // Moves have ended when a draw is saved, and so have seats that are drawn on demand.
  const std::uint64_t at_a_time = memory.seating == Seating::tables ? seats + std::max(saving, memory.moves)
                                                                    : std::max(saving, seats + memory.moves);
  // A mask of words a bit a cell, and which could be on; of documents, two bytes for each topic that one may
  // use, likewise.
  const std::uint64_t masks =
      (memory.word_masks ? 2 * BitMatrix::bytes_of(corpus.n_types(), slots) : 0) +
      (memory.topic_masks ? 4 * std::min(tokens, documents * slots) + 48 * documents : 0);
  const bool lists_rare = memory.rare_words_listed && options.sampler == "block-collapsed" && blocks > 1 &&
                          WordTopicTable::is_mostly_empty(corpus.n_types(), slots, tokens);
  const std::uint64_t matrices = lists_rare
                                     ? WordTopicTable::most_bytes_with_lists(corpus.n_types(), slots, tokens)
                                     : matrices_of(options) * 4 * corpus.n_types() * slots;
  return corpus_map + layout + at_a_time + remembered + word_lists + masks + matrices +
         word_topics_of(options, corpus, slots) + block_lists_of(options, corpus, slots);
}

std::uint64_t monitored_bytes(const Corpus& corpus, const RunOptions& asked, std::uint64_t topics) {
  const RunOptions options = with_defaults(asked);
  if (!options.monitors() || options.monitor_from > options.sweeps) return 0;
  const std::uint64_t words = std::min<std::uint64_t>(options.monitor_words, corpus.n_types());
  const std::uint64_t documents = std::min<std::uint64_t>(options.monitor_documents, corpus.n_documents());
  constexpr std::uint64_t many = 10000;  // rows, of a fit that only its time ends
  const std::uint64_t rows = options.sweeps - options.monitor_from + 1;
  return 8 * std::min(topics, options.monitor_topics) * (1 + words + documents) *
         (options.sweeps == sweeps_without_limit ? many : rows);
}

std::uint64_t many_topics(std::uint64_t begun) {
  constexpr std::uint64_t few = 1000, times = 4;
  return std::max(few, times * begun);
}

std::uint64_t growing_slots(std::uint64_t topics, double concentration) {
  const auto sticks = static_cast<std::uint64_t>(40 * std::max(0.0, concentration)) + 100;
  return slots_for(topics + std::min<std::uint64_t>(sticks, 60000));
}

}  // namespace themata
