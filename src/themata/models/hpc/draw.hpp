#pragma once

#include "themata/models/draw.hpp"

namespace themata::hpc {

/// The saved part of a state besides the tokens' topics: rates, affinities and their hyperparameters.
class Draw : public ModelDraw {
 public:
  explicit Draw(TopicRates rates) : rates_(std::move(rates)) {}
  static std::unique_ptr<Draw> read(const NpzReader& npz);

  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<Draw>(*this); }
  std::size_t n_topics() const override { return rates_.n_topics(); }
  bool finds_topics() const override { return false; }
  void save(NpzWriter& npz) const override;
  void add_to(Checksum& sum) const override;
  std::optional<std::string> find_fault() const override;
  std::optional<std::string> find_mismatch(std::span<const std::uint16_t> z,
                                           const Corpus& corpus) const override;
  /// Checks that names, tree and labels of a fit with labels are those of the draw, with the same topic
  /// numbers.
  std::optional<std::string> find_mismatch(const GivenPriors& given) const override;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return KnownWords{word_probabilities(rates_)}; }
  void add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const override;
  std::vector<double> prior_weights() const override { return std::vector<double>(n_topics(), 0.0); }
  /// theta_d as stored by the draw: softmax of its affinities over its labels.
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  void add_document_moments(const DrawContext& context, RowRange rows,
                            PosteriorMoments& moments) const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;
  const TopicRates* rates() const override { return &rates_; }
  std::unique_ptr<ModelDraw> mean_with(
      const std::function<std::unique_ptr<ModelDraw>()>& next) const override;

 private:
  TopicRates rates_;
};

}  // namespace themata::hpc
