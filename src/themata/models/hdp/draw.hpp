#pragma once

#include "themata/models/draw.hpp"

namespace themata::hdp {

/// The saved part of a state besides the tokens' topics.
class Draw : public ModelDraw {
 public:
  struct Parameters {
    double alpha, beta, gamma;
    std::vector<double> psi;  ///< global weight of each topic id, with Weights::gem in stick order
    double pi = 1;            ///< probability that a word type is active; 1 without spike and slab
  };
  explicit Draw(Parameters parameters) : of_(std::move(parameters)) {}
  static std::unique_ptr<Draw> read(const NpzReader& npz);

  const Parameters& parameters() const { return of_; }

  std::unique_ptr<ModelDraw> clone() const override { return std::make_unique<Draw>(*this); }
  std::size_t n_topics() const override { return of_.psi.size(); }
  bool finds_topics() const override { return true; }
  void save(NpzWriter& npz) const override;
  void add_to(Checksum& sum) const override;
  std::optional<std::string> find_fault() const override;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return DirichletWords{of_.beta, of_.pi}; }
  double beta() const override { return of_.beta; }
  void add_to_start(StartTopics& start) const override;
  std::vector<double> prior_weights() const override;  ///< alpha Psi_k
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  std::optional<double> rest() const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;

 private:
  Parameters of_;
};

}  // namespace themata::hdp
