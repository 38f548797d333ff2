#pragma once

#include <cstdint>

#include "themata/corpus/corpus.hpp"
#include "themata/models/model.hpp"

namespace themata {

/// Bytes that a fit of this corpus is expected to need at its largest, were it to have so many topic slots.
std::uint64_t forecast_memory(const Corpus& corpus, const ModelPlugin& model, const FitOptions& options,
                              std::uint64_t slots);
/// The same of a fit as it begins.
std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options);

}  // namespace themata
