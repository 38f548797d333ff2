#pragma once

#include <span>
#include <utility>

#include "themata/inference/predictor.hpp"
#include "themata/models/icdp/masked_topics.hpp"

namespace themata::icdp {

/// Moments of theta over sweeps of MaskedTopics; the prior means for a document without words.
ProportionMoments draw_proportions(const UsedTopics& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream);

/// Mean over sweeps of P(w | z, mask) for every held-out word. @param means  as long as words.held
void predict_words(const UsedTopics& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means);

/// Predictions of models in which documents use some of the topics.
class MaskedPredictor : public Predictor {
 public:
  explicit MaskedPredictor(UsedTopics topics) : topics_(std::move(topics)) {}

  ProportionMoments draw_proportions(std::span<const std::uint32_t> words, const GibbsLength& length,
                                     Stream& stream) const override {
    return icdp::draw_proportions(topics_, words, length, stream);
  }
  void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                     std::span<double> means) const override {
    icdp::predict_words(topics_, words, length, stream, means);
  }

 private:
  UsedTopics topics_;
};

}  // namespace themata::icdp
