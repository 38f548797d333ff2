#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "themata/align/comparison.hpp"
#include "themata/api/fit.hpp"
#include "themata/consensus/consensus_options.hpp"
#include "themata/diagnose/diagnosis.hpp"
#include "themata/evaluate/fit_quality.hpp"
#include "themata/predict/held_out_score.hpp"

namespace themata {

// All functions here but cross_validate can be cancelled by `read.go_on`; they throw Cancelled then.

/// Whether the chains of a fit agree and are long enough (docs/theory/diagnostics.md).
/// @param burn_in  sweeps to leave out; nothing: the burn-in of the fit
/// It always takes all chains. @throws InputError if its traces are too short for R-hat
FitDiagnosis diagnose(const Fit& fit, std::optional<std::uint64_t> burn_in = std::nullopt,
                      const ReadOptions& read = {});

/// Which topics several chains or fits have in common: all chains of all fits are compared with the first
/// chain of the first fit; with `read.chain` that chain of each fit alone. Words are numbers into the
/// comparison's vocabulary.
/// @throws UsageError if there is one chain only; InputError if the fits have different vocabularies
Comparison compare(std::span<const Fit> fits, const ComparisonOptions& options = {},
                   const ReadOptions& read = {});

/// The topics that come back in the chains of some fits of one collection (docs/theory/consensus.md): a fit
/// of a model of its own, whose draws are those of all chains, and whose last topic is what does not come
/// back. How each is found in the chains is in its manifest, under "consensus". All chains are read, whatever
/// `read.chain` is.
/// @param folder  a new one; "": in memory
/// @throws UsageError if there is one chain only, or topics of a model cannot be joined; InputError,
/// ResourceError
Fit consensus(std::span<const Fit> fits, const ConsensusOptions& options = {}, const std::string& folder = "",
              const ReadOptions& read = {});

/// Quality of the topics of a fit: coherence, exclusivity, diversity (docs/theory/coherence.md). Words are
/// numbers into the vocabulary of fit.collection().
/// @param reference  the collection in which word co-occurrence is counted; without it, the fit's own
FitQuality evaluate(const Fit& fit, const QualityOptions& options = {}, const ReadOptions& read = {});
FitQuality evaluate(const Fit& fit, const Collection& reference, const QualityOptions& options = {},
                    const ReadOptions& read = {});

/// How well a fit predicts documents that it has not seen (docs/theory/evaluation.md).
/// @throws InputError if no word of theirs is known; UsageError
HeldOutScore held_out(const Fit& fit, const Collection& documents, const HeldOutOptions& options = {},
                      const ReadOptions& read = {});

/// Options of a cross-validation.
struct CrossValidationOptions {
  std::uint64_t folds = 5;
  HeldOutOptions held_out = {};  ///< the seed also parts the documents
  std::uint64_t threads = 0;     ///< 0: all cores
};

/// Fits the collection of a fit again, once for each fold without its documents, with the fit's options and
/// one chain, and scores the documents that were left out. The observer sees each of these fits; where it
/// stops one, the result has the folds that were done.
CrossValidation cross_validate(const Fit& fit, const CrossValidationOptions& options = {},
                               const Observer& observer = {});

}  // namespace themata
