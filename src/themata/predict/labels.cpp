#include "themata/predict/labels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "themata/chain/pool.hpp"
#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/models/registry.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

namespace {

/// The mean of the fit's draws: the fixed values of the unknown parameters in the paper.
FitDraw mean_of(const FitDraws& draws) {
  FitDraw mean = draws.load(0);
  std::size_t s = 1;
  mean.draw.model = mean.draw.model->mean_with([&]() -> std::unique_ptr<ModelDraw> {
    return s < draws.size() ? std::move(draws.load(s++).draw.model) : nullptr;
  });
  return mean;
}

std::string models_with_labels() {
  return models_where([](const ModelInfo& model) { return model.labels != LabelUse::none; });
}

/// Predicts labels under a fit by a method.
class Labeler {
 public:
  Labeler(const FitFolder& fit, const LabelOptions& options, Pool& pool)
      : draws_(fit, options.chain, DrawUse::alike),
        pool_(pool),
        key_(chain_key(options.seed, draws_.chain())) {
    const std::vector<std::string>& names = draws_.shown().given.topic_names;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k].empty()) continue;
      topics_.push_back(k);
      names_.push_back(names[k]);
    }
    const std::string model = draws_.shown().fit.model();
    if (names_.empty() || labels() == LabelUse::none)
      throw UsageError(fmt::format("{}: is a fit of {}, which has no labels; expected a fit of {}",
                                   fit.path.string(), model, models_with_labels()));
    method_ = options.method.value_or(has_own_labels() ? LabelMethod::sets : LabelMethod::shares);
    if ((method_ == LabelMethod::shares) == has_own_labels()) refuse_method(fit);
    if (method_ == LabelMethod::mode)
      mean_ = mean_of(draws_);
    else
      length_ = with_defaults(options.length, draws_.size());
  }

  const FitDraws& draws() const { return draws_; }
  const std::vector<std::string>& names() const { return names_; }
  LabelMethod method() const { return method_; }

  /// D x L.
  std::vector<float> probabilities(const NewDocuments& documents) {
    const std::size_t topics = draws_.shown().draw.n_topics(), n = names_.size();
    const std::uint64_t words =
        std::min<std::uint64_t>(draws_.corpus().corpus.n_types(), documents.folder().corpus.n_types());
    require_memory(8 * words * topics + 4 * documents.size() * n + 8 * batch_cells, "the prediction",
                   "predict fewer documents at a time");
    std::vector<float> all;
    all.reserve(documents.size() * n);
    for (std::size_t first = 0; first < documents.size();) {
      const BagBatch bags = make_bags(documents, first, batch_cells, topics);
      for (const std::vector<double>& row : of_batch(bags))
        for (const std::size_t k : topics_) all.push_back(static_cast<float>(row[k]));
      first += bags.batch.documents.size();
    }
    return all;
  }

  /// The documents' labels, by the fit's numbers.
  std::vector<TrueLabels> truth(const CorpusFolder& folder) const {
    std::unordered_map<std::string, std::uint16_t> numbers;
    for (std::size_t k = 0; k < names_.size(); ++k) numbers.emplace(names_[k], static_cast<std::uint16_t>(k));
    std::vector<TrueLabels> result;
    for (const DocumentRow& row : read_documents(folder)) {
      TrueLabels& labels = result.emplace_back();
      for (const std::string& name : row.labels)
        if (const auto found = numbers.find(name); found != numbers.end())
          labels.labels.push_back(found->second);
        else
          labels.unknown_labels.push_back(name);
      std::ranges::sort(labels.labels);
      labels.labels.erase(std::unique(labels.labels.begin(), labels.labels.end()), labels.labels.end());
    }
    return result;
  }

 private:
  static constexpr std::size_t batch_cells = std::size_t{1} << 22;

  [[noreturn]] void refuse_method(const FitFolder& fit) const {
    const std::string expected = has_own_labels() ? "sets, draws or mode" : "shares";
    throw UsageError(fmt::format("{}: is a fit of {}; expected `method` {}", fit.path.string(),
                                 draws_.shown().fit.model(), expected),
                     {"method", std::string(name_of(method_)), expected});
  }

  LabelUse labels() const { return draws_.shown().fit.plugin().info().labels; }
  bool has_own_labels() const { return draws_.shown().fit.plugin().info().label_distribution; }

  /// The mean over draws, or the values of the mode, for each document of a batch.
  std::vector<std::vector<double>> of_batch(const BagBatch& bags) {
    const Batch& batch = bags.batch;
    std::vector<std::vector<double>> rows(batch.documents.size(),
                                          std::vector<double>(draws_.shown().draw.n_topics(), 0.0));
    if (method_ == LabelMethod::mode) {
      const auto known = draws_.predictor(*mean_, batch.types, pool_);
      pool_.for_each(rows.size(), [&](std::size_t i) {
        Stream unused(key_, Purpose::infer, 0, bags.hashes[i]);
        rows[i] = under_draw(*known, batch.documents[i], unused);
      });
      return rows;
    }
    for (std::size_t s = 0; s < draws_.size(); ++s) {
      const auto known = draws_.predictor(s, batch.types, pool_);
      pool_.for_each(rows.size(), [&](std::size_t i) {
        Stream stream(key_, Purpose::infer, draws_.sweep(s), bags.hashes[i]);
        const std::vector<double> now = under_draw(*known, batch.documents[i], stream);
        for (std::size_t k = 0; k < now.size(); ++k)
          rows[i][k] += now[k] / static_cast<double>(draws_.size());
      });
    }
    return rows;
  }

  std::vector<double> under_draw(const Predictor& known, std::span<const std::uint32_t> words,
                                 Stream& stream) const {
    if (method_ == LabelMethod::shares) return known.draw_proportions(words, length_, stream).mean;
    return known.labels()->label_probabilities(method_, words, length_, stream);
  }

  FitDraws draws_;
  Pool& pool_;
  Key key_;
  LabelMethod method_ = LabelMethod::sets;
  GibbsLength length_;
  std::optional<FitDraw> mean_;
  std::vector<std::size_t> topics_;  ///< by label
  std::vector<std::string> names_;   ///< of labels
};

bool has_labels(const std::vector<TrueLabels>& truth) {
  return std::ranges::any_of(
      truth, [](const TrueLabels& one) { return !one.labels.empty() || !one.unknown_labels.empty(); });
}

/// Chooses the threshold by documents with known labels. @returns the score on these documents
LabelScore calibrate(Labeler& labeler, const CorpusFolder& calibration, LabelChoice& choice) {
  const NewDocuments documents(calibration, labeler.draws().corpus());
  const std::vector<TrueLabels> truth = labeler.truth(documents.folder());
  if (!has_labels(truth))
    throw InputError(calibration.path.string(), 0,
                     "has no labels; `calibrate` needs documents that were imported with `labels`");
  const std::vector<float> probabilities = labeler.probabilities(documents);
  choice.threshold = best_threshold(probabilities, truth, labeler.names().size(), choice.at_least);
  return score_labels(probabilities, truth, labeler.names().size(), choice);
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

LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents,
                                const LabelOptions& options, const CorpusFolder* calibration) {
  Pool pool(threads_for(options.threads));
  return label_documents(fit, documents, options, calibration, pool);
}

LabelPrediction label_documents(const FitFolder& fit, const CorpusFolder& documents,
                                const LabelOptions& options, const CorpusFolder* calibration, Pool& pool) {
  Labeler labeler(fit, options, pool);
  const NewDocuments new_documents(documents, labeler.draws().corpus());
  LabelPrediction prediction{{}, options.choice, summary_of(labeler, new_documents)};
  LabelSummary& summary = prediction.summary;
  if (calibration != nullptr) summary.calibration = calibrate(labeler, *calibration, prediction.choice);
  prediction.table = table_of(labeler, new_documents);
  const std::vector<TrueLabels> truth = labeler.truth(new_documents.folder());
  if (has_labels(truth))
    summary.score =
        score_labels(prediction.table.probabilities, truth, prediction.table.names.size(), prediction.choice);
  summary.threshold = prediction.choice.threshold;
  return prediction;
}

}  // namespace themata
