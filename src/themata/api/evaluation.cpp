#include "themata/api/evaluation.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "themata/align/compare.hpp"
#include "themata/api/access.hpp"
#include "themata/api/watch.hpp"
#include "themata/consensus/consensus.hpp"
#include "themata/diagnose/fit_diagnosis.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/io/error.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/held_out.hpp"

namespace themata {

using detail::Access;

FitDiagnosis diagnose(const Fit& fit, std::optional<std::uint64_t> burn_in, const ReadOptions& read) {
  Pool pool(threads_for(read.threads), read.go_on);
  return diagnose_fit(Access::folder(fit), {.burn_in = burn_in}, pool);
}

Comparison compare(std::span<const Fit> fits, const ComparisonOptions& options, const ReadOptions& read) {
  if (fits.empty()) throw UsageError(OptionFault{"fits", "empty", "one or several fits"});
  Pool pool(threads_for(read.threads), read.go_on);
  std::vector<RunChoice> runs;
  runs.reserve(fits.size());
  for (const Fit& fit : fits) runs.push_back({Access::folder(fit), read.chain});
  return compare(runs, options, pool);
}

Fit consensus(std::span<const Fit> fits, const ConsensusOptions& options, const std::string& folder,
              const ReadOptions& read) {
  if (fits.empty()) throw UsageError(OptionFault{"fits", "empty", "one or several fits"});
  const Place output = folder.empty() ? Place(std::make_shared<MemoryFiles>()) : Place(folder);
  Pool pool(threads_for(read.threads), read.go_on);
  std::vector<FitFolder> folders;
  folders.reserve(fits.size());
  for (const Fit& fit : fits) folders.push_back(Access::folder(fit));
  const SourceChains chains = read_chains(std::move(folders), {}, pool);
  write_consensus(chains, find_consensus(chains, options, pool), output, pool);
  return Access::fit(output);
}

FitQuality evaluate(const Fit& fit, const QualityOptions& options, const ReadOptions& read) {
  Pool pool(threads_for(read.threads), read.go_on);
  const ShownFit shown = open_shown_fit(Access::folder(fit), read.chain);
  return fit_quality(shown, shown.corpus, options, pool);
}

FitQuality evaluate(const Fit& fit, const Collection& reference, const QualityOptions& options,
                    const ReadOptions& read) {
  Pool pool(threads_for(read.threads), read.go_on);
  return fit_quality(open_shown_fit(Access::folder(fit), read.chain), Access::corpus(reference), options,
                     pool);
}

HeldOutScore held_out(const Fit& fit, const Collection& documents, const HeldOutOptions& options,
                      const ReadOptions& read) {
  if (options.particles.particles == 0) throw UsageError(OptionFault{"particles", "0", "a number from 1"});
  Pool pool(threads_for(read.threads), read.go_on);
  const FitDraws draws(Access::folder(fit), read.chain, DrawUse::every, options.draws);
  return score_held_out(draws, NewDocuments(Access::corpus(documents), draws.corpus()), options, pool, {});
}

CrossValidation cross_validate(const Fit& fit, const CrossValidationOptions& options,
                               const Observer& observer) {
  bool stopped = false;
  FoldOptions folds;
  folds.folds = options.folds;
  folds.held_out = options.held_out;
  folds.threads = options.threads;
  FoldWatch watch;
  watch.fit = watch_of(observer, stopped);
  return cross_validate(Access::folder(fit), folds, watch);
}

}  // namespace themata
