#pragma once

#include <cstdint>
#include <string>

#include "themata/corpus/corpus.hpp"
#include "themata/options/run_options.hpp"
#include "themata/sampling/scans/sampler.hpp"
#include "themata/sampling/state/start.hpp"
#include "themata/seating/split_merge.hpp"

namespace themata {

// Options that the models on sampling::State share, each of which offers some of them, and their settings.

/// Whose topics chains begin with, of models that can begin with given ones.
struct StartOptions {
  std::string start_from;         ///< a fit folder, or a state file of MALLET; "" for none
  std::uint64_t start_chain = 0;  ///< of the fit; 0 for the shown one
};

/// How topics of tokens are drawn.
struct SamplerOptions {
  std::string sampler;  ///< "" for what z and phi imply
  std::string z;        ///< "" for dense, and of ad-lda for its own
  std::string phi;      ///< "" for dirichlet
  double pi = 0.5;
  BetaPrior pi_prior;            ///< where learned
  std::uint64_t blocks = 0;      ///< 0: from the corpus
  std::uint64_t partitions = 2;  ///< of ad-lda
  std::uint64_t mh_steps = 4;    ///< of the light samplers: proposals per token
};

/// Proposals to split topics and to merge them.
struct SplitMergeOptions {
  std::uint64_t split_merge = 0;         ///< proposals per sweep
  std::uint64_t split_merge_sweeps = 0;  ///< the first so many; 0: all
  std::string split_merge_tables = "uniform";
  std::string split_merge_allocation = "sequential";
  std::uint64_t split_merge_scans = 0;  ///< 0: sequential allocation
};

/// The sampler that z and phi imply where none is named. @param usual  where they are not given
void choose_sampler(SamplerOptions& options, std::string_view usual);
/// @param options  whose sampler is chosen. @param learn  what is learned. @throws UsageError
void check_sampler(const SamplerOptions& options, std::string_view learn);

/// Refuses what several ranks cannot do. @throws UsageError
void check_ranks(const SamplerOptions& sampler, const StartOptions& start);

/// Whether words propose topics from a table of the sweep's start: LightLDA's sampler, by itself or in
/// AD-LDA's partitions. It can neither seed words nor restrict documents to topics.
bool proposes_from_tables(const SamplerOptions& options);

/// Whether the sampler draws from the posterior. Not where it is an approximation.
bool is_exact(const SamplerOptions& options);

sampling::SamplerChoice sampler_of(const SamplerOptions& options, std::string_view learn);
sampling::Start start_of(std::string_view start);
seating::SplitMerge split_merge_of(const SplitMergeOptions& options);
/// The last sweep that tries splits and merges.
std::uint64_t split_merge_until(const SplitMergeOptions& options);
/// Probability that a word type is active, 1 without spike and slab.
double pi_of(const SamplerOptions& options);

/// Blocks of the vocabulary: as many as asked, or what suits the corpus. 1 for samplers that take no notice
/// of blocks, or do so only if asked, and then need no copy of the corpus in their order.
std::uint32_t block_count(const SamplerOptions& options, const Corpus& corpus);
/// How many threads of all ranks can sample a chain at once. Given Phi, each document can have one.
std::uint64_t threads_at_once(const SamplerOptions& options, const Corpus& corpus);

/// What a model on sampling::State holds beside it.
enum class Seating { none, on_demand, tables };  ///< tables: for the whole fit; on demand: within a sweep
struct MixtureMemory {
  std::uint64_t slots = 0;
  Seating seating = Seating::none;
  std::uint64_t moves = 0;         ///< bytes that moves of tables or topics need, which end within a sweep
  bool word_lists = false;         ///< sampling::WordTopicLists, for draws of tables' topics
  bool topic_masks = false;        ///< of documents
  bool word_masks = false;         ///< of topics
  bool rare_words_listed = false;  ///< sampling::State::lists_rare_words, where the counts are mostly 0
};

/// Bytes of memory that sampling is expected to need at its largest.
std::uint64_t mixture_bytes(const Corpus& corpus, const SamplerOptions& options, const MixtureMemory& memory);

/// The monitored values of a chain, of which all are held at once when its factors are estimated.
/// @param topics  that are monitored at most
std::uint64_t monitored_bytes(const Corpus& corpus, const RunOptions& asked, std::uint64_t topics);

/// So many topics that a chain that began with fewer warns of them: sweeps become slower.
std::uint64_t many_topics(std::uint64_t begun);

/// Slots for topics that a chain finds from `topics` on: besides them the sticks of those yet unborn, 37 per
/// unit of the concentration.
std::uint64_t growing_slots(std::uint64_t topics, double concentration);

}  // namespace themata
