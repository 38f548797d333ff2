#include "themata/predict/labels.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/predict/label_calibration.hpp"
#include "themata/predict/labeler.hpp"
#include "themata/predict/seen_documents.hpp"

namespace themata {

namespace {

bool has_labels(const std::vector<TrueLabels>& truth) {
  return std::ranges::any_of(
      truth, [](const TrueLabels& one) { return !one.labels.empty() || !one.unknown_labels.empty(); });
}

LabeledRows rows_of(Labeler& labeler, const NewDocuments& documents) {
  return {labeler.probabilities(documents), labeler.truth(documents.folder()), labeler.names()};
}

LabeledRows rows_of_corpus(Labeler& labeler, const CorpusFolder& calibration) {
  const NewDocuments documents(calibration, labeler.draws().corpus());
  std::vector<TrueLabels> truth = labeler.truth(documents.folder());
  if (!has_labels(truth))
    throw InputError(calibration.path.string(), 0,
                     "has no labels; `calibrate` needs documents that were imported with `labels`");
  return {labeler.probabilities(documents), std::move(truth), labeler.names()};
}

/// A fold averages over as many draws as the fit, since with fewer of them probabilities are more extreme.
/// Rates settle within a hundred sweeps well enough for this, and a few thousand documents show what
/// probabilities are worth.
FoldPlan plan_of(const LabelOptions& options, std::uint64_t folds, std::uint64_t draws) {
  return {.folds = folds,
          .threads = options.threads,
          .most_sweeps = std::max<std::uint64_t>(100, 2 * draws),
          .most_draws = draws,
          .most_documents = 2000};
}

/// The labels of the fit's own documents under fits of the others.
std::vector<LabeledRows> rows_of_folds(const FitFolder& fit, const FoldPlan& plan, const LabelTask& task,
                                       Pool& pool) {
  LabelTask of_fold = task;
  of_fold.options.chain.reset();
  std::vector<LabeledRows> rows;
  const auto memory = std::make_shared<MemoryFiles>();
  const bool complete = for_each_fold(
      fit, plan, task.watch, [&](std::uint64_t number) { return Place(memory) / std::to_string(number); },
      [&](const Fold& fold) {
        Labeler labeler(fold.fit, of_fold.options, pool);
        rows.push_back(rows_of(labeler, {fold.held_out, labeler.draws().corpus()}));
        remove(fold.place);
        return true;
      });
  if (!complete) throw Cancelled();
  return rows;
}

/// Whether priors name topics by their numbers, which are others where a part's fit lacks a label.
bool has_numbered_priors(const GivenPriors& given) {
  return !given.alpha_weights.empty() || given.word_prior.has_seeds();
}

LabelCalibration by_folds(const Labeler& labeler, const FitFolder& fit, const LabelTask& task, Pool& pool) {
  const std::uint64_t documents = labeler.draws().corpus().corpus.n_documents();
  const std::uint64_t folds = std::min(task.options.folds.value_or(usual_folds), documents);
  if (folds < 2) throw UsageError("the fit has a single document, and needs two to be fitted in parts");
  if (has_numbered_priors(labeler.draws().shown().given))
    throw UsageError("seeds and weights of topics do not carry over to fits of parts, which may lack labels");
  LabelCalibration made =
      calibration_by(rows_of_folds(fit, plan_of(task.options, folds, labeler.draws().size()), task, pool),
                     folds, task.options.at_least);
  if (!made.found->mapped)
    throw UsageError("the fit's documents have too few labels to tell what probabilities are worth");
  return made;
}

/// By a corpus with labels; by folds of the fit's own documents, of which the fit's folder keeps what was
/// found; or not at all. Where nobody asked for folds and there can be none, the reason is all.
LabelCalibration calibrate(Labeler& labeler, const FitFolder& fit, const LabelTask& task, Pool& pool) {
  const LabelOptions& options = task.options;
  if (task.calibration != nullptr)
    return calibration_by({rows_of_corpus(labeler, *task.calibration)}, 0, options.at_least);
  if (options.folds == 1U) throw UsageError(OptionFault{"folds", "1", "0, or a number from 2 on"});
  if (options.folds == 0U) return {};
  const CalibrationKey key = key_of(fit, options, labeler.method(), labeler.draws());
  if (auto kept = kept_calibration(fit, key)) return std::move(*kept);
  const auto without = [&](const Error& error) {
    LabelCalibration none;
    none.missing = error.what();
    return none;
  };
  try {
    LabelCalibration made = by_folds(labeler, fit, task, pool);
    keep_calibration(fit, key, made);
    return made;
  } catch (const InputError& error) {
    if (options.folds) throw;
    return without(error);
  } catch (const UsageError& error) {
    if (options.folds) throw;
    return without(error);
  }
}

LabelTable table_of(const Labeler& labeler, const NewDocuments& documents, std::vector<float> probabilities) {
  LabelTable table{labeler.names(), {}, {}, {}, std::move(probabilities)};
  std::vector<DocumentRow> rows = read_documents(documents.folder());
  for (std::size_t d = 0; d < documents.size(); ++d) {
    table.ids.push_back(std::move(rows[d].id));
    table.tokens.push_back(documents.n_known(d));
    table.unknown.push_back(documents.n_unknown(d));
  }
  return table;
}

LabelSummary summary_of(const Labeler& labeler, const NewDocuments& documents) {
  LabelSummary summary;
  summary.documents = documents.size();
  summary.empty = documents.n_empty();
  summary.tokens = documents.tokens_known();
  summary.unknown_tokens = documents.tokens_unknown();
  summary.import_differences = import_differences(documents.folder(), labeler.draws().corpus());
  summary.seen = seen_documents(documents, labeler.draws().corpus());
  summary.chain = labeler.draws().chain();
  summary.draws = labeler.draws().size();
  summary.method = labeler.method();
  return summary;
}

}  // namespace

std::vector<std::uint16_t> LabelPrediction::labels_of(std::size_t d) const {
  return choose_labels(table.row(d), choice);
}

LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents, const LabelTask& task) {
  Pool pool(threads_for(task.options.threads));
  return label_documents(fit, documents, task, pool);
}

LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents, const LabelTask& task,
                                Pool& pool) {
  const LabelOptions& options = task.options;
  Labeler labeler(fit, options, pool);
  const NewDocuments new_documents(documents, labeler.draws().corpus());
  const LabelCalibration found = calibrate(labeler, fit, task, pool);
  LabelPrediction prediction{{},
                             {options.threshold.value_or(found.threshold), options.at_least},
                             summary_of(labeler, new_documents)};
  LabeledRows rows = rows_of(labeler, new_documents);
  found.map.apply(rows.probabilities);
  LabelSummary& summary = prediction.summary;
  summary.calibration = found.found;
  summary.not_calibrated = found.missing;
  summary.threshold = prediction.choice.threshold;
  if (has_labels(rows.truth)) {
    summary.score = score_labels({&rows, 1}, prediction.choice);
    summary.reliability = reliability({&rows, 1});
  }
  prediction.table = table_of(labeler, new_documents, std::move(rows.probabilities));
  return prediction;
}

}  // namespace themata
