#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/random/stream.hpp"

namespace themata {

class KnownTopics;

/// How the probability of a label is had.
enum class LabelMethod {
  sets,  ///< models of labels: the share of draws of the document's labels that have it, under each draw of the fit
  draws,  ///< the mean of logistic(xi_k) over draws of affinities under each draw of the fit, in the simpler model in which a
          ///< document has something of all topics
  mode,  ///< logistic(xi_k) at the most probable affinities of that model, under the means of the fit's draws of rates and
         ///< hyperparameters (Airoldi and Bischof 2016, section 3.3)
  shares  ///< models without labels of their own: the mean of theta_dk over draws under each draw of the fit, which is a score
          ///< and no probability
};

/// What a model of labels says of those of a document that shows none.
class LabelPredictor {
 public:
  virtual ~LabelPredictor() = default;
  /// Probability of each label, K of them. @param method  not shares
  virtual std::vector<double> label_probabilities(LabelMethod method, std::span<const std::uint32_t> words,
                                                  const GibbsLength& length, Stream& stream) const = 0;
};

/// What one draw of a fit says of new documents, of words numbered from 0 in the order they were asked for.
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// Mean and variance of each topic proportion of a document.
  virtual ShareMoments draw_shares(std::span<const std::uint32_t> words, const GibbsLength& length,
                                   Stream& stream) const = 0;
  /// Mean over sweeps of P(w | state) of every held word, given the seen ones.
  /// @param means  as long as words.held
  virtual void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                             std::span<double> means) const = 0;
  /// Topics as left-to-right evaluation needs them: whose proportions are Dirichlet; nothing in other models.
  virtual const KnownTopics* known_topics() const { return nullptr; }
  virtual const LabelPredictor* labels() const { return nullptr; }
};

}  // namespace themata
