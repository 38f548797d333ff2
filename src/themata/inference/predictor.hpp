#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/random/stream.hpp"

namespace themata {

class KnownTopics;

/// How the probability of a label is computed.
enum class LabelMethod {
  /// Models of labels: the proportion of draws of the document's label set that contain the label, under each
  /// draw of the fit.
  sets,
  /// The mean of logistic(xi_k) over draws of the affinities under each draw of the fit, in the simpler model
  /// in which a document has some of all topics.
  draws,
  /// logistic(xi_k) at the most probable affinities in that model, given the means over the fit's draws of
  /// rates and hyperparameters (Airoldi and Bischof 2016, section 3.3).
  mode,
  /// Models without a distribution of labels: the mean of theta_dk over draws under each draw of the fit.
  /// This is a score, not a probability.
  shares
};

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
  virtual ShareMoments draw_shares(std::span<const std::uint32_t> words, const GibbsLength& length,
                                   Stream& stream) const = 0;
  /// Mean over sweeps of P(w | state) for every held-out word, given the seen ones.
  /// @param means  as long as words.held
  virtual void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                             std::span<double> means) const = 0;
  /// Topics for left-to-right evaluation, for models whose topic proportions are Dirichlet; null for others.
  virtual const KnownTopics* known_topics() const { return nullptr; }
  virtual const LabelPredictor* labels() const { return nullptr; }
};

}  // namespace themata
