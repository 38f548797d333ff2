#pragma once

#include <cstdint>
#include <vector>

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// A draw from hpc's prior, with the documents' numbers of tokens.
struct SizedState {
  State state;
  std::vector<std::uint64_t> sizes;  ///< D
};

/// Limits for the numbers of tokens.
struct TokenLimits {
  std::uint64_t least;  ///< in total
  std::uint64_t most;   ///< per document
};

/// Draws repeatedly until the numbers of tokens are within the limits. This condition depends on the data
/// alone, so the distribution of everything else given the data, which kernels must leave invariant, is that
/// of the model. Without it e^mu has no finite prior mean, and neither has a document's length.
/// @param shape  for its numbers of documents and word types
SizedState draw_short(const Model& model, const Corpus& shape, TokenLimits limits, Stream& stream,
                      Pool& pool);

/// Hierarchical Poisson convolution for a calibration: of short documents, whose labels are data.
class ShortDocuments {
 public:
  using State = hpc::State;
  /// @param model  its labels are ignored
  ShortDocuments(Model model, std::uint64_t most) : model_(std::move(model)), most_(most) {}

  const Model& model() const { return model_; }
  std::uint64_t most() const { return most_; }
  Kernels<State> kernels() const { return model_.kernels(); }
  /// The model's own start for documents with the labels and lengths of `truth`.
  State init(const State& truth, const Corpus& corpus, Key key, Pool& pool) const;

 private:
  Model model_;
  std::uint64_t most_;
};

}  // namespace themata::hpc
