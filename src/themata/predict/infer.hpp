#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// How new documents are inferred.
struct InferOptions {
  std::optional<std::uint32_t> chain;                ///< of the fit; nothing for its first
  GibbsLength length = {0, GibbsLength::automatic};  ///< under each draw of the fit
  std::uint64_t threads = 0;                         ///< 0: every core
  std::uint64_t seed = 1;
};

/// How the topics of new documents are written.
enum class SharesFormat {
  tsv,    ///< a line a document: document, id, tokens, unknown, topic_0, ..., sd_0, ...
  jsonl,  ///< an object a line: {"document", "id", "tokens", "unknown", "topics": [...], "sd": [...]}
  npz     ///< mean, sd: float32[D, K]; tokens, unknown: uint32[D]; topic: int32[K]; ids in FILE.ids.txt
};

/// What an inference has to say of itself.
struct InferSummary {
  std::uint64_t documents = 0, empty = 0, tokens = 0, unknown_tokens = 0;
  std::vector<UnknownWord> unknown_words;       ///< the most frequent first
  std::vector<std::string> import_differences;  ///< from the fit's corpus (new_documents.hpp)
  std::uint32_t chain = 0;
  std::size_t draws = 0;           ///< of the fit, that were averaged over
  std::size_t draws_left_out = 0;  ///< of an HDP, whose topics may be others
  std::uint64_t sweep = 0;         ///< of the last of them
  bool has_rest = false;           ///< whether there is a column for topics that the fit has not found
  GibbsLength length;
};

/// Writes the topics of the documents of `corpus` under a fit: posterior mean and standard deviation of each share theta_dk, a
/// row for every document, in order. With S draws of the fit, and mean and variance of theta under each from draw_shares,
///   mean = average of the means,  sd^2 = average of the variances + sum over draws (mean_s - mean)^2 / (S - 1).
/// Topics are numbered as everywhere in the fit; an HDP has a further one, the rest, for topics that it has not found. A
/// document without a known word gets the prior. Equal for any number of threads.
/// @throws InputError, UsageError, ResourceError; nothing is then left at `output`
InferSummary infer(const std::filesystem::path& fit, const std::filesystem::path& corpus,
                   const std::filesystem::path& output, const InferOptions& options, SharesFormat format);

}  // namespace themata
