#pragma once

#include "themata/models/draw.hpp"
#include "themata/models/icdp/ibp.hpp"

namespace themata::icdp {

/// The saved part of a state besides the tokens' topics.
class Draw : public ModelDraw {
 public:
  struct Parameters {
    Masks masks;
    double alpha, beta;
    std::vector<double> psi;          ///< by topic id: probability that a new document may use it
    Ibp topic_process, word_process;  ///< eta, delta, sigma; gamma, xi, zeta
  };
  explicit Draw(Parameters parameters) : of_(std::move(parameters)) {}
  /// @throws InputError naming `path`
  static std::unique_ptr<Draw> read(const NpzReader& npz, const std::string& path);

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
  TopicWords topic_words() const override;
  double beta() const override { return of_.beta; }
  void add_to_start(StartTopics& start) const override;
  std::vector<double> prior_weights() const override;  ///< alpha for each topic that documents may use
  std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const override;
  std::unique_ptr<Predictor> predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                       Pool& pool) const override;
  const Masks* masks() const override { return &of_.masks; }

 private:
  Parameters of_;
};

}  // namespace themata::icdp
