#pragma once

#include <span>
#include <vector>

#include "themata/random/log_gamma_scratch.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

/// What the topics' masses in one word type are drawn with: scratch.
struct WordShapes {
  double small = 0;           ///< of every slot that has no other; 0 where there is none below 1
  std::vector<Topic> slots;   ///< those with shapes of 1 or more,
  std::vector<float> shapes;  ///< and these
  std::vector<float> draws;   ///< of those slots
  LogGammaScratch scratch;
};

/// The draws that Phi is made of, proportional to phi_kv in each topic: Gamma(n_kv + beta_kv, 1).
class WordGammas {
 public:
  WordGammas(const State& state, const Context& context) : state_(state), context_(context), betas_(state) {}

  /// Logs of the draws of word v in every slot, whether its topic can be chosen or not. @param out  slots, on a cache line
  void draw_logs(std::size_t v, WordShapes& word, std::span<float> out) const;

  const WordBeta& betas() const { return betas_; }

 private:
  /// Those with shapes below 1, one by one; notes the others.
  void draw_one_by_one(std::size_t v, WordShapes& word, std::span<float> out) const;

  const State& state_;
  const Context& context_;
  WordBeta betas_;
};

}  // namespace themata::sampling
