#pragma once

#include <cstdint>

#include "themata/corpus/corpus.hpp"
#include "themata/models/options.hpp"
#include "themata/sampling/scans/sampler.hpp"
#include "themata/sampling/state/start.hpp"
#include "themata/seating/split_merge.hpp"

namespace themata {

// Options that the models on sampling::State share, as their settings take them.

sampling::SamplerChoice sampler_of(const FitOptions& options);
sampling::Start start_of(const FitOptions& options);
seating::SplitMerge split_merge_of(const FitOptions& options);
/// The last sweep that tries splits and merges.
std::uint64_t split_merge_until(const FitOptions& options);
/// Probability that a word type is active, 1 without spike and slab.
double pi_of(const FitOptions& options);

/// Blocks of the vocabulary: as many as asked, or what suits the corpus. 1 for samplers that take no notice of blocks, and
/// need no copy of the corpus in their order.
std::uint32_t block_count(const FitOptions& options, const Corpus& corpus);

/// What a model on sampling::State holds beside it.
enum class Seating { none, on_demand, tables };  ///< tables: for the whole fit; on demand: within a sweep
struct MixtureMemory {
  std::uint64_t slots = 0;
  Seating seating = Seating::none;
  bool word_lists = false;   ///< sampling::WordTopicLists, for draws of tables' topics
  bool topic_masks = false;  ///< of documents
  bool word_masks = false;   ///< of topics
};

/// Bytes of memory that sampling is expected to need at its largest.
std::uint64_t mixture_bytes(const Corpus& corpus, const FitOptions& options, const MixtureMemory& memory);

/// The monitored values of a chain, of which all are held at once when its factors are estimated.
/// @param topics  that are monitored at most
std::uint64_t monitored_bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t topics);

/// Slots for topics that a chain finds from --topics on: besides them the sticks of those yet unborn, 37 a unit of gamma.
std::uint64_t growing_slots(const FitOptions& options);

}  // namespace themata
