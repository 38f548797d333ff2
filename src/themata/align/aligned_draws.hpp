#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "themata/align/align.hpp"
#include "themata/align/unclear_topics.hpp"
#include "themata/chain/pool.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// A kept draw, and which of its topics is which of the pivot's.
struct AlignedDraw {
  Draw draw;
  const ShownFit& chain;  ///< its chain
  /// Of each topic of the pivot: the topic of the draw that is the same, or nothing. Distances are those by
  /// which chains' topics were matched, 0 by name; AlignedDraws::measure measures them.
  std::vector<std::optional<Match>> matches;
  std::vector<std::uint16_t> unclear;  ///< topics of the pivot that the draw can hardly tell apart

  DrawContext context() const { return {chain.corpus.corpus, draw.z, chain.given}; }
};

/// The kept draws of one chain or of all, with the numbers of one draw, the pivot: the one that every command
/// shows. (Marin, Mengersen and Robert 2005 relabel the draws of a mixture by a pivot in this way.)
/// - Where the number of topics is fixed, the draw that is shown of every chain is aligned with the pivot,
/// and
///   its other draws with it, by their tokens (models/same_topics.hpp). Where topics come and go, each draw
///   is aligned with the pivot.
/// - Topics with names (labels) are the same as those of that name; those without one are aligned.
/// - A pair whose distance is not below `limit` is no match.
class AlignedDraws {
 public:
  struct Source {
    std::uint32_t chain;  ///< from 1
    std::uint64_t sweep;
  };

  /// @param chain  nothing: all of them
  /// @param pool  must outlive the draws
  /// @throws UsageError if there is no such chain, or one has kept no draws; InputError
  AlignedDraws(const FitFolder& fit, std::optional<std::uint32_t> chain, Pool& pool);

  const ShownFit& pivot() const { return chains_.at(pivot_chain_); }
  const std::vector<Source>& sources() const { return sources_; }  ///< by chain, then sweep
  std::vector<std::uint32_t> chains() const;                       ///< ascending
  double limit() const { return limit_; }                          ///< of the distance of a match
  /// phi of a draw's topics, by its own numbers.
  static TopicSet topics(const AlignedDraw& draw) { return topics(draw.chain, draw.draw); }
  /// @throws InputError if the draw is damaged
  AlignedDraw read(const Source& source) const;
  /// Sets the distances of all matches to what they are between the words of both topics.
  void measure(AlignedDraw& draw) const;

 private:
  std::vector<std::optional<Match>> match(const ShownFit& chain, const Draw& draw) const;
  static TopicSet topics(const ShownFit& chain, const Draw& draw);

  Pool& pool_;
  std::uint32_t pivot_chain_;
  std::map<std::uint32_t, ShownFit> chains_;
  TopicSet pivot_topics_;
  double limit_ = 1;
  std::vector<Source> sources_;
  std::map<std::uint32_t, std::vector<std::optional<Match>>>
      of_chain_;  ///< where the number of topics is fixed: those of the chain's shown draw
};

/// Which of the pivot's topics the draws have.
struct FoundTopics {
  std::vector<std::size_t> draws;  ///< K: how many of the draws have it
  /// K x chains: whether at least half of the chain's draws have it.
  std::vector<std::vector<bool>> in_chain;
  UnclearTopics unclear;

  bool everywhere(std::size_t k) const;
};

/// Counts, draw by draw, where each topic is found.
class FoundCounter {
 public:
  explicit FoundCounter(const AlignedDraws& draws);
  void add(const AlignedDraw& draw);
  FoundTopics found() const;

 private:
  std::vector<std::uint32_t> chains_;
  std::vector<std::size_t> n_draws_;             ///< of each chain
  std::vector<std::vector<std::size_t>> found_;  ///< chains x K
  UnclearTopics unclear_;
};

}  // namespace themata
