#pragma once

#include "themata/models/draw.hpp"

namespace themata::dmr {

/// The saved part of a state besides the tokens' topics.
class Draw : public ModelDraw {
 public:
  /// What is saved.
  struct Parameters {
    TopicCoefficients coefficients;
    double beta = 0;
    std::vector<double> mean_weights;  ///< K: mean of alpha_dk over the documents
  };
  explicit Draw(Parameters of) : of_(std::move(of)) {}
  /// @returns null if the file holds no coefficients
  static std::unique_ptr<Draw> read(const NpzReader& npz);

  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<Draw>(*this); }
  std::size_t n_topics() const override { return of_.mean_weights.size(); }
  bool finds_topics() const override { return false; }
  void save(NpzWriter& npz) const override;
  void add_to(Checksum& sum) const override;
  std::optional<std::string> find_fault() const override;
  std::optional<std::string> find_mismatch(std::span<const std::uint16_t> /*z*/,
                                           const Corpus& /*corpus*/) const override {
    return std::nullopt;
  }
  std::optional<std::string> find_mismatch(const GivenPriors& given) const override;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return DirichletWords{of_.beta, 1, {}}; }
  double beta() const override { return of_.beta; }
  void add_to_start(StartTopics& start) const override;
  void add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const override;
  std::vector<double> prior_weights() const override { return of_.mean_weights; }
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  void add_document_moments(const DrawContext& context, RowRange rows,
                            PosteriorMoments& moments) const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;
  const TopicCoefficients* coefficients() const override { return &of_.coefficients; }

 private:
  Parameters of_;
};

}  // namespace themata::dmr
