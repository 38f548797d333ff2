#pragma once

#include <span>
#include <utility>
#include <vector>

#include "themata/inference/predictor.hpp"
#include "themata/models/hpc/known_rates.hpp"

namespace themata::hpc {

/// Moments of theta itself, drawn by NewAffinities, or by LabelSets if topics are labels.
ProportionMoments draw_proportions(const KnownRates& topics, std::span<const std::uint32_t> words,
                                   const GibbsLength& length, Stream& stream);

/// A token is word w with probability sum_k theta_k e^mu_wk / sum_k theta_k B_k.
/// @param means  as long as words.held
void predict_words(const KnownRates& topics, const Halves& words, const GibbsLength& length, Stream& stream,
                   std::span<double> means);

/// The probability of each topic's label: the proportion of sweeps of LabelSets that have it.
std::vector<double> draw_label_probabilities(const KnownRates& topics, std::span<const std::uint32_t> words,
                                             const GibbsLength& length, Stream& stream);
/// The same by draws of NewAffinities: E logistic(xi_k).
std::vector<double> draw_simple_probabilities(const KnownRates& topics, std::span<const std::uint32_t> words,
                                              const GibbsLength& length, Stream& stream);

/// Predictions of Poisson models for new documents, and for their labels.
class RatesPredictor : public Predictor, public LabelPredictor {
 public:
  explicit RatesPredictor(KnownRates topics) : topics_(std::move(topics)) {}

  ProportionMoments draw_proportions(std::span<const std::uint32_t> words, const GibbsLength& length,
                                     Stream& stream) const override {
    return hpc::draw_proportions(topics_, words, length, stream);
  }
  void predict_words(const Halves& words, const GibbsLength& length, Stream& stream,
                     std::span<double> means) const override {
    hpc::predict_words(topics_, words, length, stream, means);
  }
  const LabelPredictor* labels() const override {
    return topics_.prior().labeling == Labeling::tree ? this : nullptr;
  }
  std::vector<double> label_probabilities(LabelMethod method, std::span<const std::uint32_t> words,
                                          const GibbsLength& length, Stream& stream) const override;

 private:
  KnownRates topics_;
};

}  // namespace themata::hpc
