#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// Options of inference for new documents.
struct InferOptions {
  std::optional<std::uint32_t> chain;                ///< of the fit; nothing: the first chain
  GibbsLength length = {0, GibbsLength::automatic};  ///< per draw of the fit
  std::uint64_t threads = 0;                         ///< 0: all cores
  std::uint64_t seed = 1;
};

/// File formats for the topics of new documents.
enum class SharesFormat {
  tsv,    ///< one line per document: document, id, tokens, unknown, topic_0, ..., sd_0, ...
  jsonl,  ///< one object per line: {"document", "id", "tokens", "unknown", "topics": [...], "sd": [...]}
  npz     ///< mean, sd: float32[D, K]; tokens, unknown: uint32[D]; topic: int32[K]; ids in FILE.ids.txt
};

/// Summary of an inference.
struct InferSummary {
  std::uint64_t documents = 0, empty = 0, tokens = 0, unknown_tokens = 0;
  std::vector<UnknownWord> unknown_words;       ///< most frequent first
  std::vector<std::string> import_differences;  ///< to the fit's corpus (new_documents.hpp)
  std::uint32_t chain = 0;
  std::size_t draws = 0;           ///< number of the fit's draws that were averaged over
  std::size_t draws_left_out = 0;  ///< for an HDP: number of draws left out since their topics may differ
  std::uint64_t sweep = 0;         ///< of the last of the draws
  bool has_rest = false;           ///< whether there is a column for topics that the fit has not found
  GibbsLength length;
};

class SharesFile;
struct SharesShape;
/// Makes what takes the rows of an inference (shares_file.hpp).
using MakeShares = std::function<std::unique_ptr<SharesFile>(const SharesShape&)>;

/// Finds the topics of new documents under a fit: posterior mean and standard deviation of each
/// topic proportion theta_dk, one row per document, in order. With S draws of the fit, and mean and variance
/// of theta under each from draw_shares,
///   mean = average of the means,
///   sd^2 = average of the variances + sum over draws (mean_s - mean)^2 / (S - 1).
/// Topics are numbered as everywhere in the fit. An HDP has one more column, the rest, for topics that it has
/// not found. A document without a known word gets the prior. The result does not depend on the number of
/// threads.
/// @throws InputError, UsageError, ResourceError
InferSummary infer(const FitDraws& draws, const NewDocuments& documents, const InferOptions& options,
                   const MakeShares& make_shares);
/// The same of folders on the disk, into a file. Where it fails, nothing is left at `output`.
InferSummary infer(const std::filesystem::path& fit, const std::filesystem::path& corpus,
                   const std::filesystem::path& output, const InferOptions& options, SharesFormat format);

}  // namespace themata
