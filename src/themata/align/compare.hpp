#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/align/comparison.hpp"
#include "themata/chain/pool.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// A fit and one or all of its chains.
struct RunChoice {
  FitFolder fit;
  std::optional<std::uint32_t> chain;  ///< nothing for all
};

/// Aligns the topics of all runs with those of the first.
/// @throws UsageError if there are fewer than two runs, or a fit lacks the chain; InputError if a fit or its
/// corpus is damaged, a chain has saved nothing, or two vocabularies differ (naming both corpora with their
/// hashes)
Comparison compare(const std::vector<RunChoice>& choices, const ComparisonOptions& options, Pool& pool);

}  // namespace themata
