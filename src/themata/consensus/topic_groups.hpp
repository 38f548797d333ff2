#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/align/linkage.hpp"
#include "themata/chain/pool.hpp"
#include "themata/consensus/agreement.hpp"
#include "themata/counts/assignment.hpp"

namespace themata {

/// A word type or a topic, and how many tokens of it there are: means over draws.
struct MeanCount {
  std::uint32_t of = 0;
  float tokens = 0;
};

/// The topics of several chains, each by its words and documents, as means over the chain's draws.
struct ChainTopics {
  std::size_t n_chains = 0, n_types = 0;
  std::vector<std::uint32_t> chain;           ///< of each topic, from 0, ascending
  std::vector<double> tokens;                 ///< of each topic
  std::vector<std::vector<MeanCount>> words;  ///< of each topic, by word type, ascending
  std::vector<std::vector<MeanCount>>
      documents;  ///< of each document, by topic, ascending: those of all chains

  std::size_t size() const { return chain.size(); }
};

/// Topics of several chains that are one.
struct RecurringTopic {
  std::vector<std::uint32_t> members;  ///< ascending
  std::size_t chains = 0;              ///< how many chains have a member
  double tokens = 0;                   ///< of all members
};

/// Topics that come back, the largest first, and what each topic belongs to.
struct RecurringTopics {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::vector<RecurringTopic> groups;
  std::vector<std::uint32_t> group_of;  ///< of each topic; none: too few chains have it
  double cut = 0;                       ///< the height in the tree
  std::size_t least_chains = 0;         ///< of those, chains that a group must be in
  double share = 0;                     ///< of all tokens, in groups
};

/// How many of `n` chains must have a topic that comes back. @param share  of the chains, above 0
std::size_t least_chains(std::size_t n, double share);

/// The Hellinger distances of all topics' words.
CostMatrix distances_of(const ChainTopics& topics, Pool& pool);

/// The groups of a tree below a height that at least so many chains have.
/// @param tree  of all topics, by average_linkage
RecurringTopics cut_tree(const ChainTopics& topics, const std::vector<Merge>& tree, double height,
                         std::size_t least);

/// The topic of each document that most of its tokens are in, of those that come back; the number of groups
/// for a document without such tokens.
/// @param documents  numbers of documents
std::vector<std::uint32_t> main_topics(const ChainTopics& topics, const RecurringTopics& recurring,
                                       std::span<const std::uint32_t> documents);

/// A height of the tree and how far halves of the chains agree there: means over splits (agreement.hpp).
struct CutScore {
  double height = 0;
  PartitionAgreement agreement = {};

  /// What both halves say of documents, times the proportion of what either says that this is. Information
  /// alone is largest where cuts are fine, its proportion where two or three topics hold all.
  double score() const { return agreement.information * agreement.adjusted; }
};

/// The height at which independent chains agree best. The chains are split into halves, eight times; each
/// half has its own tree. They agree as far as documents' main topics in both say of each other.
/// @returns heights ascending @param share  as of least_chains
std::vector<CutScore> score_cuts(const ChainTopics& topics, const CostMatrix& distances, double share,
                                 Pool& pool);

/// The one with the largest score; of equal ones the finest.
CutScore best_cut(std::span<const CutScore> scores);

/// An interval of 90% for the probability that a further chain has a topic that m of n have: Jeffreys' prior
/// (Beta(m + 1/2, n - m + 1/2)). The chain is the unit: draws of one chain say little of another.
struct Recurrence {
  double mean = 0, low = 0, high = 0;
};
Recurrence recurrence_of(std::size_t m, std::size_t n);

}  // namespace themata
