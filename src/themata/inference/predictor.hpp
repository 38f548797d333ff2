#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/inference/methods.hpp"
#include "themata/random/stream.hpp"

namespace themata {

class KnownTopics;

/// Predicts the labels of a document without labels, for label models.
class LabelPredictor {
 public:
  virtual ~LabelPredictor() = default;
  /// Probability of each label, K of them. @param method  must not be shares
  virtual std::vector<double> label_probabilities(LabelMethod method, std::span<const std::uint32_t> words,
                                                  const GibbsLength& length, Stream& stream) const = 0;
};

/// Predictions for new documents from one draw of a fit. Words are numbered from 0 in the order in which they
/// were requested.
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// Mean and variance of each topic proportion of a document.
  virtual ProportionMoments draw_proportions(std::span<const std::uint32_t> words, const GibbsLength& length,
                                             Stream& stream) const = 0;
  /// Mean over sweeps of P(w | state) for every held-out word, given the seen ones.
  /// @param means  as long as words.held
  virtual void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                             std::span<double> means) const = 0;
  /// Topics for left-to-right evaluation, for models whose topic proportions are Dirichlet; null for others.
  virtual const KnownTopics* known_topics() const { return nullptr; }
  virtual const LabelPredictor* labels() const { return nullptr; }

  /// The predictor of a document with these covariates and no words but these, for models whose documents
  /// differ by covariates; null for others. This must outlive it.
  virtual std::unique_ptr<Predictor> with_covariates(std::span<const double> /*covariates*/,
                                                     std::span<const std::uint32_t> /*words*/) const {
    return nullptr;
  }
};

}  // namespace themata
