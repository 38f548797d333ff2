#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/inference/methods.hpp"

namespace themata {

/// Options of inference for new documents.
struct InferOptions {
  std::optional<std::uint32_t> chain = {};           ///< of the fit; nothing: the one that is shown
  GibbsLength length = {0, GibbsLength::automatic};  ///< per draw of the fit
  std::uint64_t threads = 0;                         ///< 0: all cores
  std::uint64_t seed = 1;
};

/// A word of new documents that is not in the fit's vocabulary.
struct UnknownWord {
  std::string word;
  std::uint64_t tokens = 0;
};

/// Summary of an inference.
struct InferSummary {
  std::uint64_t documents = 0, empty = 0, tokens = 0, unknown_tokens = 0;
  std::vector<UnknownWord> unknown_words;       ///< most frequent first
  std::vector<std::string> import_differences;  ///< from the import of the fit's corpus
  std::uint32_t chain = 0;
  std::size_t draws = 0;           ///< number of the fit's draws that were averaged over
  std::size_t draws_left_out = 0;  ///< for an HDP: number of draws left out since their topics may differ
  std::uint64_t sweep = 0;         ///< of the last of the draws
  bool has_rest = false;           ///< whether there is a column for topics that the fit has not found
  GibbsLength length;
};

}  // namespace themata
