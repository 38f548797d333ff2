#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/models/model.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/label_prediction.hpp"
#include "themata/predict/labels.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// The probabilities that a fit gives to the labels of documents, by one of its methods.
class Labeler {
 public:
  /// @throws UsageError if the fit has no labels, or not this method
  Labeler(const FitFolder& fit, const LabelOptions& options, Pool& pool);

  const FitDraws& draws() const { return draws_; }
  const std::vector<std::string>& names() const { return names_; }
  LabelMethod method() const { return method_; }

  /// D x L, as the model has them.
  std::vector<float> probabilities(const NewDocuments& documents);
  /// The documents' labels, by the fit's numbers.
  std::vector<TrueLabels> truth(const CorpusFolder& folder) const;

 private:
  [[noreturn]] void refuse_method(const FitFolder& fit) const;
  LabelUse labels() const { return draws_.shown().fit.plugin().info().labels; }
  bool has_own_labels() const { return draws_.shown().fit.plugin().info().label_distribution; }

  /// The mean over draws, or the values of the mode, for each document of a batch.
  std::vector<std::vector<double>> of_batch(const BagBatch& bags);
  std::vector<double> under_draw(const Predictor& known, std::span<const std::uint32_t> words,
                                 Stream& stream) const;

  FitDraws draws_;
  Pool& pool_;
  Key key_;
  LabelMethod method_ = LabelMethod::sets;
  GibbsLength length_;
  std::optional<FitDraw> mean_;
  std::vector<std::size_t> topics_;  ///< by label
  std::vector<std::string> names_;   ///< of labels
};

}  // namespace themata
