#include "themata/api/evaluation.hpp"

#include <vector>

#include "themata/align/compare.hpp"
#include "themata/api/watch.hpp"
#include "themata/diagnose/fit_diagnosis.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/predict/folds.hpp"
#include "themata/predict/held_out.hpp"

namespace themata {

FitDiagnosis diagnose(const Fit& fit, std::optional<std::uint64_t> burn_in) {
  Pool pool(threads_for(0));
  return diagnose_fit(open_fit(fit.place()), {.burn_in = burn_in}, pool);
}

Comparison compare(std::span<const Fit> fits, const ComparisonOptions& options) {
  Pool pool(threads_for(0));
  std::vector<RunChoice> runs;
  runs.reserve(fits.size());
  for (const Fit& fit : fits) runs.push_back({fit.place(), std::nullopt});
  return compare(runs, options, pool);
}

FitQuality evaluate(const Fit& fit, const QualityOptions& options) {
  Pool pool(threads_for(0));
  const ShownFit shown = open_shown_fit(fit.place(), std::nullopt);
  return fit_quality(shown, shown.corpus, options, pool);
}

FitQuality evaluate(const Fit& fit, const Collection& reference, const QualityOptions& options) {
  Pool pool(threads_for(0));
  return fit_quality(open_shown_fit(fit.place(), std::nullopt), reference.corpus(), options, pool);
}

HeldOutScore held_out(const Fit& fit, const Collection& documents, const HeldOutOptions& options) {
  Pool pool(threads_for(0));
  const FitDraws draws(fit.place(), std::nullopt, DrawUse::every);
  return score_held_out(draws, NewDocuments(documents.corpus(), draws.corpus()), options, pool, {});
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
  return cross_validate(open_fit(fit.place()), folds, watch);
}

}  // namespace themata
