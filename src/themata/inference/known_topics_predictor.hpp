#pragma once

#include <utility>

#include "themata/inference/known_topics.hpp"
#include "themata/inference/predictor.hpp"

namespace themata {

/// For documents whose topic proportions are Dirichlet or Pitman-Yor, with known word probabilities of the
/// topics.
class KnownTopicsPredictor : public Predictor {
 public:
  explicit KnownTopicsPredictor(KnownTopics topics) : topics_(std::move(topics)) {}

  ProportionMoments draw_proportions(std::span<const std::uint32_t> words, const GibbsLength& length,
                                     Stream& stream) const override {
    return themata::draw_proportions(topics_, words, length, stream);
  }
  void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                     std::span<double> means) const override {
    themata::predict_words(topics_, words, length, stream, means);
  }
  const KnownTopics* known_topics() const override { return &topics_; }

 private:
  KnownTopics topics_;
};

}  // namespace themata
