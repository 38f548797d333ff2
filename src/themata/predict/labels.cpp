#include "themata/predict/labels.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/predict/label_calibration.hpp"
#include "themata/predict/labeler.hpp"

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
  if (!has_labels(labeler.truth(documents.folder())))
    throw InputError(calibration.path.string(), 0,
                     "has no labels; `calibrate` needs documents that were imported with `labels`");
  return rows_of(labeler, documents);
}

/// Rates settle within a hundred sweeps well enough for this, and a few thousand documents show what
/// probabilities are worth.
FoldPlan plan_of(const LabelOptions& options) {
  return {.folds = options.folds, .threads = options.threads, .most_sweeps = 100, .most_documents = 2000};
}

/// The labels of the fit's own documents under fits of the others.
std::vector<LabeledRows> rows_of_folds(const FitFolder& fit, const LabelOptions& options,
                                       const FoldWatch& watch, Pool& pool) {
  LabelOptions of_fold = options;
  of_fold.chain.reset();
  of_fold.folds = std::min<std::uint64_t>(options.folds, open_corpus_of(fit).corpus.n_documents());
  if (of_fold.folds < 2) return {};
  std::vector<LabeledRows> rows;
  const auto memory = std::make_shared<MemoryFiles>();
  const bool complete = for_each_fold(
      fit, plan_of(of_fold), watch,
      [&](std::uint64_t number) { return Place(memory) / std::to_string(number); },
      [&](const Fold& fold) {
        Labeler labeler(fold.fit, of_fold, pool);
        rows.push_back(rows_of(labeler, {fold.held_out, labeler.draws().corpus()}));
        return true;
      });
  if (!complete) throw Cancelled();
  return rows;
}

/// By a corpus with labels, by folds of the fit's own documents, of which the fit's folder keeps what was
/// found, or not at all.
LabelCalibration calibrate(Labeler& labeler, const FitFolder& fit, const LabelTask& task, Pool& pool) {
  const LabelOptions& options = task.options;
  if (task.calibration != nullptr)
    return calibration_by({rows_of_corpus(labeler, *task.calibration)}, 0, options.at_least);
  if (options.folds == 0) return {};
  if (auto kept = kept_calibration(fit, options, labeler.method())) return std::move(*kept);
  std::vector<LabeledRows> rows = rows_of_folds(fit, options, task.watch, pool);
  if (rows.empty()) return {};  // of a single document
  const std::uint64_t folds = rows.size();
  LabelCalibration made = calibration_by(std::move(rows), folds, options.at_least);
  keep_calibration(fit, options, labeler.method(), made);
  return made;
}

LabelTable table_of(Labeler& labeler, const NewDocuments& documents) {
  LabelTable table{labeler.names(), {}, {}, {}, labeler.probabilities(documents)};
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
  prediction.table = table_of(labeler, new_documents);
  found.map.apply(prediction.table.probabilities);
  LabelSummary& summary = prediction.summary;
  summary.calibration = found.found;
  summary.threshold = prediction.choice.threshold;
  const std::vector<TrueLabels> truth = labeler.truth(new_documents.folder());
  if (!has_labels(truth)) return prediction;
  const LabeledRows rows{prediction.table.probabilities, truth, prediction.table.names};
  summary.score = score_labels({&rows, 1}, prediction.choice);
  summary.reliability = reliability({&rows, 1});
  return prediction;
}

}  // namespace themata
