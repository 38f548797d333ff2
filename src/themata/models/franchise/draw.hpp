#pragma once

#include "themata/models/draw.hpp"
#include "themata/seating/pitman_yor.hpp"

namespace themata::franchise {

/// The saved part of a state besides the tokens' topics.
class Draw : public ModelDraw {
 public:
  struct Parameters {
    std::vector<std::uint32_t> seat;  ///< table of every token, numbered by first tokens
    double beta;
    std::vector<double> psi;               ///< global weight of each topic id
    seating::PitmanYor documents, topics;  ///< concentration alpha and gamma, each with its discount
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
  std::optional<std::string> find_mismatch(std::span<const std::uint16_t> z,
                                           const Corpus& corpus) const override;
  using ModelDraw::find_mismatch;
  void renumber(const Renumbering& renumbering) override;
  TopicWords topic_words() const override { return DirichletWords{of_.beta}; }
  double beta() const override { return of_.beta; }
  void add_to_start(StartTopics& start) const override;
  /// With a document discount b, the weight if there is one table, (alpha + b) psi_k.
  std::vector<double> prior_weights() const override;
  /// With a document discount, given the tables (seating::expected_share) and their topics.
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  std::optional<double> rest() const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;

 private:
  Parameters of_;
};

}  // namespace themata::franchise
