#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/cluster/communicator.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/document_range.hpp"

namespace themata::sampling {

/// What one rank holds of a chain: consecutive groups of documents, and between sweeps the word counts of the
/// blocks with the same numbers. A rank may hold no group, if there are more ranks than groups.
struct Share {
  const Communicator* ranks = nullptr;  ///< null: this process holds everything
  std::uint32_t n_groups = 1;           ///< P
  std::uint32_t first_group = 0, end_group = 1;
  std::uint64_t first_document = 0;  ///< number, among all documents, of the first one that is here
  std::uint64_t n_documents = 0;     ///< of all ranks
  std::vector<std::uint32_t>
      group_begin;  ///< P + 1, counted from first_document; other ranks' groups are empty
  /// Where parts of groups begin, and last where the documents end. A group of many tokens has several, which
  /// a sweep takes one after another: the chain's bits depend on them, in models that add topics.
  std::vector<std::uint32_t> part_begin;
  std::vector<std::uint32_t> first_part;  ///< P + 1: of each group; groups of other ranks have none

  bool is_whole() const { return end_group - first_group == n_groups; }
  /// Whether several ranks sample the chain, even if this one holds everything.
  bool is_spread() const { return ranks != nullptr && ranks->size() > 1; }
  /// The documents that are here, among all.
  DocumentRange documents() const { return {first_document, first_document + group_begin.back()}; }
  std::uint32_t n_held() const { return end_group - first_group; }
  std::size_t n_parts() const { return first_part.back(); }
  /// The rank that holds a group.
  std::size_t owner(std::uint32_t group) const;
};

/// A part of a group has about as many tokens, so that few of those of a large corpus are at work at a time.
inline constexpr std::uint64_t tokens_per_part = std::uint64_t{1} << 23;

/// Cuts the groups into parts. @param corpus  all documents
Share in_parts(Share share, const Corpus& corpus, std::uint64_t tokens = tokens_per_part);

/// All groups of a corpus.
Share whole_share(const Corpus& corpus, std::uint32_t n_groups);
/// The groups of this rank, of which each rank has about as many as every other. @param corpus  all documents
Share share_of(const Corpus& corpus, std::uint32_t n_groups, const Communicator& ranks);
/// Some documents, whose tokens stay where they are. @param corpus  all documents
Corpus documents_of(const Corpus& corpus, DocumentRange documents);
inline Corpus documents_of(const Corpus& corpus, const Share& share) {
  return documents_of(corpus, share.documents());
}

}  // namespace themata::sampling
