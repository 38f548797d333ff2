#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "themata/predict/fit_draws.hpp"
#include "themata/predict/inferred.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// File formats for the topics of new documents.
enum class SharesFormat {
  tsv,    ///< one line per document: document, id, tokens, unknown, topic_0, ..., sd_0, ...
  jsonl,  ///< one object per line: {"document", "id", "tokens", "unknown", "topics": [...], "sd": [...]}
  npz     ///< mean, sd: float32[D, K]; tokens, unknown: uint32[D]; topic: int32[K]; ids in FILE.ids.txt
};

class SharesFile;
struct SharesShape;
/// Makes what takes the rows of an inference (shares_file.hpp).
using MakeShares = std::function<std::unique_ptr<SharesFile>(const SharesShape&)>;

/// Finds the topics of new documents under a fit: posterior mean and standard deviation of each
/// topic proportion theta_dk, one row per document, in order. With S draws of the fit, and mean and variance
/// of theta under each from draw_proportions,
///   mean = average of the means,
///   sd^2 = average of the variances + sum over draws (mean_s - mean)^2 / (S - 1).
/// Topics are numbered as everywhere in the fit. An HDP has one more column, the rest, for topics that it has
/// not found. A document without a known word gets the prior. The result does not depend on the number of
/// threads.
/// @throws InputError, UsageError, ResourceError
InferSummary infer(const FitDraws& draws, const NewDocuments& documents, const InferOptions& options,
                   Pool& pool, const MakeShares& make_shares);
/// The same of a corpus folder, into a file. Where it fails, nothing is left at `output`.
InferSummary infer(const FitDraws& draws, const std::filesystem::path& corpus,
                   const std::filesystem::path& output, const InferOptions& options, SharesFormat format);

}  // namespace themata
