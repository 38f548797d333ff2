#pragma once

#include "themata/models/draw.hpp"

namespace themata::lda {

/// The saved part of a state besides the tokens' topics.
class Draw : public ModelDraw {
 public:
  Draw(std::vector<double> alpha, double beta, double pi = 1, std::vector<double> topic_pi = {})
      : alpha_(std::move(alpha)), beta_(beta), pi_(pi), topic_pi_(std::move(topic_pi)) {}
  static std::unique_ptr<Draw> read(const NpzReader& npz);

  const std::vector<double>& alpha() const { return alpha_; }  ///< K: prior weight of each topic
  double pi() const { return pi_; }  ///< probability that a word type is active; 1 without spike and slab
  const std::vector<double>& topic_pi() const { return topic_pi_; }  ///< K: the same by topic; or empty

  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<Draw>(*this); }
  std::size_t n_topics() const override { return alpha_.size(); }
  bool finds_topics() const override { return false; }
  void save(NpzWriter& npz) const override;
  void add_to(Checksum& sum) const override;
  std::optional<std::string> find_fault() const override;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return DirichletWords{beta_, pi_, topic_pi_}; }
  double beta() const override { return beta_; }
  void add_to_start(StartTopics& start) const override;
  void add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const override;
  std::vector<double> prior_weights() const override { return alpha_; }
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  void add_document_moments(const DrawContext& context, RowRange rows,
                            PosteriorMoments& moments) const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;

 private:
  std::vector<double> alpha_;
  double beta_, pi_;
  std::vector<double> topic_pi_;
};

}  // namespace themata::lda
