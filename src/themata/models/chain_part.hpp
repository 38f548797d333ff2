#pragma once

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
  /// @param share  null for all of it
  ChainPart(const sampling::Share* share, const ChainInputs& in)
      : first_document_(share == nullptr ? 0 : share->first_document),
        whole_(in),
        corpus_(share == nullptr || share->ranks == nullptr ? in.corpus
                                                            : sampling::documents_of(in.corpus, *share)),
        inputs_{corpus_, in.options, in.given, in.ranks} {}
  ChainPart(const ChainPart&) = delete;
  ChainPart& operator=(const ChainPart&) = delete;

  bool is_whole() const { return corpus_.n_documents() == whole_.corpus.n_documents(); }
  const ChainInputs& inputs() const { return inputs_; }
  /// A draw of all ranks with the topics of this one's tokens.
  Draw topics_of(const Draw& draw) const {
    const auto first = draw.z.begin() + static_cast<std::ptrdiff_t>(whole_.corpus.offsets()[first_document_]);
    Draw here(draw.model->clone(), {first, first + static_cast<std::ptrdiff_t>(corpus_.n_tokens())});
    here.chain = draw.chain;
    here.sweep = draw.sweep;
    return here;
  }

 private:
  std::uint64_t first_document_;
  const ChainInputs& whole_;
  Corpus corpus_;
  ChainInputs inputs_;
};

}  // namespace themata
