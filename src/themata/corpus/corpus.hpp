#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace themata {

/// An immutable bag of words: the word type of every token, document after document, in text order.
///
/// A view that shares ownership of its data (a memory-mapped file, or vectors): copying is cheap. Documents
/// may be empty. Nothing here knows the words' text, or models.
class Corpus {
 public:
  /// @param tokens   N word types, each below n_types
  /// @param offsets  D + 1 ascending positions into tokens; the first is 0, the last N
  /// @param owner    whatever keeps the two spans alive
  Corpus(std::span<const std::uint32_t> tokens, std::span<const std::uint64_t> offsets, std::uint32_t n_types,
         std::shared_ptr<const void> owner)
      : tokens_(tokens), offsets_(offsets), n_types_(n_types), owner_(std::move(owner)) {
    assert(!offsets.empty() && offsets.front() == 0 && offsets.back() == tokens.size());
  }

  std::size_t n_documents() const { return offsets_.size() - 1; }
  std::size_t n_tokens() const { return tokens_.size(); }
  std::uint32_t n_types() const { return n_types_; }
  std::size_t length(std::size_t d) const { return offsets_[d + 1] - offsets_[d]; }
  std::size_t longest() const;  ///< tokens of the longest document
  std::span<const std::uint32_t> document(std::size_t d) const {
    return tokens_.subspan(offsets_[d], length(d));
  }
  std::span<const std::uint32_t> tokens() const { return tokens_; }
  std::span<const std::uint64_t> offsets() const { return offsets_; }

 private:
  std::span<const std::uint32_t> tokens_;
  std::span<const std::uint64_t> offsets_;
  std::uint32_t n_types_;
  std::shared_ptr<const void> owner_;
};

/// The number of documents without tokens.
std::size_t count_empty(const Corpus& corpus);

/// A corpus that owns its two arrays; for tests, simulation and readers.
Corpus make_corpus(std::vector<std::uint32_t> tokens, std::vector<std::uint64_t> offsets,
                   std::uint32_t n_types);

}  // namespace themata
