#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/cluster/communicator.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/document_range.hpp"

namespace themata::hpc {

/// Consecutive documents whose terms with rounding errors are added first, before these sums are added. One
/// rank has all of them, so that sums do not depend on the number of ranks.
constexpr std::size_t documents_per_sum = 64;

/// What one rank has of a chain by itself: the tokens of consecutive documents. All else is on every rank:
/// each draws the affinities of its documents and the rates of some word types, and gets those of the others.
struct Share {
  const Communicator* ranks = nullptr;      ///< null: this process has everything
  std::vector<std::size_t> document_begin;  ///< where each rank's documents begin, and where the last end

  std::size_t rank() const { return ranks == nullptr ? 0 : ranks->rank(); }
  std::size_t size() const { return ranks == nullptr ? 1 : ranks->size(); }
  /// The documents that are here, among all; of several ranks.
  sampling::DocumentRange documents() const { return {document_begin[rank()], document_begin[rank() + 1]}; }
  std::size_t first_document() const { return ranks == nullptr ? 0 : documents().first; }
  /// Number of documents of all ranks. @param corpus  of this process
  std::size_t n_documents(const Corpus& corpus) const {
    return ranks == nullptr ? corpus.n_documents() : document_begin.back();
  }
  /// The number that a document has in the corpus of this process. @param d  its number among all
  std::size_t here(std::size_t d) const { return d - first_document(); }
  /// Calls work(first, last) on consecutive pieces of the documents that are here, numbered among all.
  /// @param corpus  of this process
  template <class Work>
  void for_documents(Pool& pool, const Corpus& corpus, std::size_t at_once, const Work& work) const {
    pool.for_chunks(corpus.n_documents(), at_once, [&](std::size_t first, std::size_t last) {
      work(first_document() + first, first_document() + last);
    });
  }
  /// Where each rank's part begins of an array that has values of documents one after the other, and where
  /// the last ends. @param place  of a document's first value
  template <class Place>
  std::vector<std::size_t> begin_of_documents(const Place& place) const {
    std::vector<std::size_t> begin;
    for (const std::size_t d : document_begin) begin.push_back(place(d));
    return begin;
  }
  /// Where the word types begin whose rates each rank draws, and where the last end.
  std::vector<std::size_t> word_begin(std::size_t n_types) const;

  /// Gets the others' parts of an array. @param begin  where each rank's part begins, and where the last ends
  template <class T>
  void complete(std::vector<T>& values, std::span<const std::size_t> begin) const {
    if (ranks != nullptr) ranks->complete(std::span(values), begin);
  }
  /// Adds the counts of all ranks.
  void add(std::vector<std::int32_t>& counts) const {
    if (ranks != nullptr) ranks->sum(counts);
  }
  /// The sum of numbers of all ranks, in their order.
  double sum_in_order(const std::vector<double>& mine) const;
};

/// This rank's part, of which each has about as many tokens as every other. One of few documents may have
/// none. @param corpus  all documents
Share share_of(const Corpus& corpus, const Communicator& ranks);

}  // namespace themata::hpc
