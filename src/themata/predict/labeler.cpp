#include "themata/predict/labeler.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

constexpr std::size_t label_batch_cells = std::size_t{1} << 22;

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

}  // namespace

Labeler::Labeler(const FitFolder& fit, const LabelOptions& options, Pool& pool)
    : draws_(fit, options.chain, DrawUse::alike), pool_(pool), key_(chain_key(options.seed, draws_.chain())) {
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

std::vector<float> Labeler::probabilities(const NewDocuments& documents) {
  const std::size_t topics = draws_.shown().draw.n_topics(), n = names_.size();
  const std::uint64_t words =
      std::min<std::uint64_t>(draws_.corpus().corpus.n_types(), documents.folder().corpus.n_types());
  require_memory(8 * words * topics + 4 * documents.size() * n + 8 * label_batch_cells, "the prediction",
                 "predict fewer documents at a time");
  std::vector<float> all;
  all.reserve(documents.size() * n);
  for (std::size_t first = 0; first < documents.size();) {
    const BagBatch bags = make_bags(documents, first, label_batch_cells, topics);
    for (const std::vector<double>& row : of_batch(bags))
      for (const std::size_t k : topics_) all.push_back(static_cast<float>(row[k]));
    first += bags.batch.documents.size();
  }
  return all;
}

std::vector<TrueLabels> Labeler::truth(const CorpusFolder& folder) const {
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

void Labeler::refuse_method(const FitFolder& fit) const {
  const std::string expected = has_own_labels() ? "sets, draws or mode" : "shares";
  throw UsageError(fmt::format("{}: is a fit of {}; expected `method` {}", fit.path.string(),
                               draws_.shown().fit.model(), expected),
                   {"method", std::string(name_of(method_)), expected});
}

std::vector<std::vector<double>> Labeler::of_batch(const BagBatch& bags) {
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
      for (std::size_t k = 0; k < now.size(); ++k) rows[i][k] += now[k] / static_cast<double>(draws_.size());
    });
  }
  return rows;
}

std::vector<double> Labeler::under_draw(const Predictor& known, std::span<const std::uint32_t> words,
                                        Stream& stream) const {
  if (method_ == LabelMethod::shares) return known.draw_proportions(words, length_, stream).mean;
  return known.labels()->label_probabilities(method_, words, length_, stream);
}

}  // namespace themata
