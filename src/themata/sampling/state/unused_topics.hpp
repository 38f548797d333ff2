#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/sampling/state/layout.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

struct State;

/// Topics without tokens in one block-collapsed sweep of a model that has many of them (the sticks of an
/// HDP). They have no slots: a token needs only their total weight in its block, until it chooses one of
/// them. From then on the topic has counts of its own, in the lists of words and documents, under a number
/// beyond the slots.
///
/// Which of them have counts is known by block and by part of the documents. So a cell knows those that it
/// can meet, from the cells before it in its block and in its part, and for it the others are without tokens.
class UnusedTopics {
 public:
  /// A topic that received tokens in a block.
  struct InBlock {
    Topic topic;
    std::int32_t tokens;  ///< n_kb
  };

  /// Draws the masses that the topics give to the blocks. @throws ResourceError if there are too many topics
  UnusedTopics(const State& state, const Context& context, const WordBeta& betas);

  bool empty() const { return priors_.empty(); }
  std::size_t size() const { return priors_.size(); }
  /// The number of the first one. A group of numbers before it stands for no topic.
  std::size_t first() const { return first_; }
  /// One more than the last number.
  std::size_t end() const { return first_ + size(); }

  float prior(std::size_t topic) const { return priors_[topic - first_]; }
  float mass(std::size_t block, std::size_t topic) const { return mass_.row(block)[topic - first_]; }
  /// M_kb / B_kb times the prior weight: what the topic weighs before it has tokens, apart from beta_v.
  float weight(std::size_t block, std::size_t topic) const { return weights_.row(block)[topic - first_]; }
  /// The sum of all weights in a block.
  double total(std::size_t block) const { return totals_[block]; }

  std::vector<InBlock>& in_block(std::size_t block) { return in_block_[block]; }
  /// The topics that documents of a part of a group may have.
  std::vector<Topic>& in_part(std::size_t part) { return in_part_[part]; }
  /// All topics with tokens, ascending.
  std::vector<Topic> used() const;

 private:
  void draw_masses(const Context& context, const WordBeta& betas, std::size_t n_blocks);

  std::size_t first_ = 0;
  std::vector<float> priors_;
  Matrix<float> mass_, weights_;  ///< P x topics
  std::vector<double> totals_;    ///< P
  std::vector<std::vector<InBlock>> in_block_;
  std::vector<std::vector<Topic>> in_part_;
};

/// Gives slots to the topics that received tokens, and renumbers the tokens. The lists of words must have
/// been written back.
void give_slots(State& state, const Context& context, UnusedTopics& unused);

}  // namespace themata::sampling
