#pragma once

#include <optional>

#include "themata/models/model.hpp"
#include "themata/sampling/state/share.hpp"

namespace themata {

/// The share of this rank where several sample the chain, whose inputs these are.
inline sampling::Share share_of(const ChainInputs& in, std::uint32_t blocks) {
  return in.ranks == nullptr ? sampling::Share{} : sampling::share_of(in.corpus, blocks, *in.ranks);
}

/// What one of the ranks that sample a chain has of the chain's inputs; all of them where there is one
/// process.
class ChainPart {
 public:
  /// @param documents  nothing for all
  ChainPart(std::optional<sampling::DocumentRange> documents, const ChainInputs& in)
      : first_token_(documents ? in.corpus.offsets()[documents->first] : 0),
        corpus_(documents ? sampling::documents_of(in.corpus, *documents) : in.corpus),
        inputs_{corpus_, in.options, in.given, in.ranks} {}
  ChainPart(const ChainPart&) = delete;
  ChainPart& operator=(const ChainPart&) = delete;

  const ChainInputs& inputs() const { return inputs_; }
  TokenRange tokens() const { return {first_token_, corpus_.n_tokens()}; }

 private:
  std::uint64_t first_token_;
  Corpus corpus_;
  ChainInputs inputs_;
};

}  // namespace themata
