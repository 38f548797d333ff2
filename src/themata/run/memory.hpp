#pragma once

#include <cstdint>

#include "themata/corpus/corpus.hpp"
#include "themata/models/model.hpp"

namespace themata {

/// Bytes that a chain of a fit is expected to need at its largest, were it to have so many topic slots.
std::uint64_t forecast_memory(const Corpus& corpus, const ModelPlugin& model, const FitOptions& options,
                              std::uint64_t slots);
/// The topics that chains of a fit have in a forecast.
enum class TopicsThen { at_start, expected };
/// Bytes that a fit is expected to need that holds so many chains at once.
std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options, std::uint64_t chains,
                              TopicsThen when = TopicsThen::expected);

/// How many chains of a fit run side by side: one per thread, as far as memory allows.
std::uint64_t chains_at_once(const Corpus& corpus, const FitOptions& options);
/// How many of them are in memory: all where a fit runs until it has settled.
std::uint64_t chains_held(const Corpus& corpus, const FitOptions& options);

}  // namespace themata
