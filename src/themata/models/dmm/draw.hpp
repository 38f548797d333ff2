#pragma once

#include "themata/models/dmm/prior.hpp"
#include "themata/models/draw.hpp"

namespace themata::dmm {

/// The saved part of a state besides the tokens' topics. A document has one topic, so theta_d, given
/// everything else, is the vector of probabilities p(z_d = k | z_-d, w), and the variance of its entries is p
/// (1 - p).
class Draw : public ModelDraw {
 public:
  struct Parameters {
    Form form;
    double alpha, beta;
    std::vector<double> weights;  ///< by topic id: probability that a new document takes the topic
  };
  explicit Draw(Parameters parameters) : of_(std::move(parameters)) {}
  static std::unique_ptr<Draw> read(const NpzReader& npz, Form form);

  const Parameters& parameters() const { return of_; }

  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<Draw>(*this); }
  std::size_t n_topics() const override { return of_.weights.size(); }
  bool finds_topics() const override { return of_.form == Form::infinite; }
  void save(NpzWriter& npz) const override;
  void add_to(Checksum& sum) const override;
  std::optional<std::string> find_fault() const override;
  /// Checks that all tokens of a document have one topic.
  std::optional<std::string> find_mismatch(std::span<const std::uint16_t> z,
                                           const Corpus& corpus) const override;
  using ModelDraw::find_mismatch;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return DirichletWords{of_.beta}; }
  double beta() const override { return of_.beta; }
  void add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const override;
  std::vector<double> prior_weights() const override { return of_.weights; }
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  void add_document_moments(const DrawContext& context, RowRange rows,
                            PosteriorMoments& moments) const override;
  std::optional<double> rest() const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;

 private:
  Parameters of_;
};

}  // namespace themata::dmm
