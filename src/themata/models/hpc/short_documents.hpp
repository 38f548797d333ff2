#pragma once

#include <cstdint>
#include <vector>

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// A draw of hpc's prior, with how many tokens documents have.
struct SizedState {
  State state;
  std::vector<std::uint64_t> sizes;  ///< D
};

/// How many tokens there are.
struct TokenLimits {
  std::uint64_t least;  ///< in all
  std::uint64_t most;   ///< of a document
};

/// Draws again until the numbers of tokens are within the limits. That is a condition on the data alone, so that
/// the law of all else given the data, which kernels must leave be, is the model's own. Without it e^mu has no mean a priori, and
/// neither has a document's length.
/// @param shape  for its numbers of documents and word types
SizedState draw_short(const Model& model, const Corpus& shape, TokenLimits limits, Stream& stream,
                      Pool& pool);

/// Hierarchical Poisson convolution as a calibration runs it: of short documents, whose labels are data.
class ShortDocuments {
 public:
  using State = hpc::State;
  /// @param model  its labels are not used
  ShortDocuments(Model model, std::uint64_t most) : model_(std::move(model)), most_(most) {}

  const Model& model() const { return model_; }
  std::uint64_t most() const { return most_; }
  Kernels<State> kernels() const { return model_.kernels(); }
  /// The model's own start of documents with the labels and lengths of `truth`.
  State init(const State& truth, const Corpus& corpus, Key key, Pool& pool) const;

 private:
  Model model_;
  std::uint64_t most_;
};

}  // namespace themata::hpc
