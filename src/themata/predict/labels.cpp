#include "themata/predict/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "themata/chain/pool.hpp"
#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/predict/label_file.hpp"
#include "themata/predict/new_affinities.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

namespace {

/// The means of the fit's draws: what the paper holds the unknown parameters at.
DrawRates mean_rates(const FitDraws& draws) {
  DrawRates mean = draws.load(0).draw.rates.value();
  std::vector<double> log_rates(mean.log_rates.begin(), mean.log_rates.end());
  for (std::size_t s = 1; s < draws.size(); ++s) {
    const DrawRates rates = draws.load(s).draw.rates.value();
    for (std::size_t i = 0; i < log_rates.size(); ++i) log_rates[i] += rates.log_rates[i];
    for (std::size_t k = 0; k < mean.eta.size(); ++k) mean.eta[k] += rates.eta[k];
    mean.lambda += rates.lambda;
  }
  const auto n = static_cast<double>(draws.size());
  for (std::size_t i = 0; i < log_rates.size(); ++i) mean.log_rates[i] = static_cast<float>(log_rates[i] / n);
  for (double& eta : mean.eta) eta /= n;
  mean.lambda /= n;
  return mean;
}

/// A fit that predicts labels, and how.
class Labeller {
 public:
  Labeller(const std::filesystem::path& fit, const LabelOptions& options)
      : draws_(fit, options.chain, DrawUse::alike),
        pool_(threads_for(options.threads)),
        key_(chain_key(options.seed, draws_.chain())) {
    const std::vector<std::string>& names = draws_.shown().given.topic_names;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k].empty()) continue;
      topics_.push_back(k);
      names_.push_back(names[k]);
    }
    const std::string model = draws_.shown().fit.model();
    if (names_.empty() || (model != "hpc" && model != "labeled-lda"))
      throw UsageError(
          fmt::format("{}: is a fit of {}, which knows no labels; expected one of hpc or labeled-lda",
                      fit.string(), model));
    method_ = options.method.value_or(has_rates() ? LabelMethod::sets : LabelMethod::shares);
    if ((method_ == LabelMethod::shares) == has_rates())
      throw UsageError(fmt::format("{}: is a fit of {}; expected --method {}", fit.string(), model,
                                   has_rates() ? "sets, draws or mode" : "shares"));
    if (method_ == LabelMethod::mode)
      mean_ = mean_rates(draws_);
    else
      length_ = resolved(options.length, draws_.size());
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
                   "fewer documents at a time need less");
    std::vector<float> all;
    all.reserve(documents.size() * n);
    for (std::size_t first = 0; first < documents.size();) {
      const Batch batch = make_batch(documents, first, batch_cells, topics);
      for (const std::vector<double>& row : of_batch(batch))
        for (const std::size_t k : topics_) all.push_back(static_cast<float>(row[k]));
      first += batch.documents.size();
    }
    return all;
  }

  /// The labels that documents have, by the fit's numbers.
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
          labels.strangers.push_back(name);
      std::ranges::sort(labels.labels);
      labels.labels.erase(std::unique(labels.labels.begin(), labels.labels.end()), labels.labels.end());
    }
    return result;
  }

 private:
  static constexpr std::size_t batch_cells = std::size_t{1} << 22;

  bool has_rates() const { return draws_.shown().draw.rates.has_value(); }

  /// The sum over draws, or the one of the mode, for each document of a batch.
  std::vector<std::vector<double>> of_batch(const Batch& batch) {
    std::vector<std::vector<double>> rows(batch.documents.size(),
                                          std::vector<double>(draws_.shown().draw.n_topics(), 0.0));
    if (method_ == LabelMethod::mode) {
      const KnownTopics known = known_rates(*mean_, true, draws_.corpus().corpus, batch.types);
      pool_.for_each(rows.size(), [&](std::size_t i) {
        rows[i] = label_probabilities(NewAffinities(known, batch.documents[i]).mode());
      });
      return rows;
    }
    for (std::size_t s = 0; s < draws_.size(); ++s) {
      const KnownTopics known = known_topics(draws_.load(s), draws_.corpus().corpus, batch.types, pool_);
      pool_.for_each(rows.size(), [&](std::size_t i) {
        Stream stream(key_, Purpose::infer, draws_.sweep(s), batch.first + i);
        const std::vector<double> now = under_draw(known, batch.documents[i], stream);
        for (std::size_t k = 0; k < now.size(); ++k)
          rows[i][k] += now[k] / static_cast<double>(draws_.size());
      });
    }
    return rows;
  }

  std::vector<double> under_draw(const KnownTopics& known, std::span<const std::uint32_t> words,
                                 Stream& stream) const {
    if (method_ == LabelMethod::sets) return draw_label_probabilities(known, words, length_, stream);
    if (method_ == LabelMethod::draws) return draw_simple_probabilities(known, words, length_, stream);
    return draw_shares(known, words, length_, stream).mean;
  }

  FitDraws draws_;
  Pool pool_;
  Key key_;
  LabelMethod method_ = LabelMethod::sets;
  GibbsLength length_;
  std::optional<DrawRates> mean_;
  std::vector<std::size_t> topics_;  ///< of each label
  std::vector<std::string> names_;   ///< of labels
};

bool has_labels(const std::vector<TrueLabels>& truth) {
  return std::ranges::any_of(
      truth, [](const TrueLabels& one) { return !one.labels.empty() || !one.strangers.empty(); });
}

/// Chooses the threshold by documents whose labels are known. @returns what it does there
LabelScore calibrate(Labeller& labeller, const std::filesystem::path& path, LabelChoice& choice) {
  const NewDocuments documents(open_corpus(path), labeller.draws().corpus());
  const std::vector<TrueLabels> truth = labeller.truth(documents.folder());
  if (!has_labels(truth))
    throw InputError(
        path.string(), 0,
        "has no labels; --calibrate expects documents whose labels are known, imported with --labels");
  const std::vector<float> probabilities = labeller.probabilities(documents);
  choice.threshold = best_threshold(probabilities, truth, labeller.names().size(), choice.at_least);
  return score_labels(probabilities, truth, labeller.names().size(), choice);
}

}  // namespace

LabelSummary label_documents(const std::filesystem::path& fit, const std::filesystem::path& corpus,
                             const std::filesystem::path& output, const LabelOptions& options,
                             LabelFormat format) {
  Labeller labeller(fit, options);
  const NewDocuments documents(open_corpus(corpus), labeller.draws().corpus());
  LabelChoice choice = options.choice;
  LabelSummary summary;
  if (!options.calibrate.empty()) summary.calibration = calibrate(labeller, options.calibrate, choice);
  LabelTable table{labeller.names(), {}, {}, {}, labeller.probabilities(documents)};
  const std::vector<DocumentRow> rows = read_documents(documents.folder());
  for (std::size_t d = 0; d < documents.size(); ++d) {
    table.ids.push_back(rows[d].id);
    table.tokens.push_back(documents.n_known(d));
    table.unknown.push_back(documents.n_unknown(d));
  }
  const std::vector<TrueLabels> truth = labeller.truth(documents.folder());
  if (has_labels(truth)) summary.score = score_labels(table.probabilities, truth, table.names.size(), choice);
  write_labels(table, choice, output, format);
  summary.documents = documents.size();
  summary.empty = documents.n_empty();
  summary.tokens = documents.tokens_known();
  summary.unknown_tokens = documents.tokens_unknown();
  summary.import_differences = import_differences(documents.folder(), labeller.draws().corpus());
  summary.chain = labeller.draws().chain();
  summary.draws = labeller.draws().size();
  summary.method = labeller.method();
  summary.threshold = choice.threshold;
  return summary;
}

}  // namespace themata
