#pragma once

#include <span>
#include <vector>

#include "themata/admixture/state.hpp"
#include "themata/admixture/word_beta.hpp"
#include "themata/random/log_gamma_scratch.hpp"

namespace themata::admixture {

/// What the topics' masses in one word type are drawn with: scratch.
struct WordShapes {
  double small = 0;           ///< of every lane that has no other; 0 where there is none below 1
  std::vector<Topic> lanes;   ///< those with shapes of 1 or more,
  std::vector<float> shapes;  ///< and these
  std::vector<float> draws;   ///< of those lanes
  LogGammaScratch scratch;
};

/// The draws that Phi is made of, proportional to phi_kv in each topic: Gamma(n_kv + beta_kv, 1).
class WordGammas {
 public:
  WordGammas(const State& state, const Context& context) : state_(state), context_(context), betas_(state) {}

  /// Logs of the draws of word v in every lane, whether its topic can be chosen or not. @param out  lanes, on a cache line
  void draw_logs(std::size_t v, WordShapes& word, std::span<float> out) const;

  const WordBeta& betas() const { return betas_; }

 private:
  /// Those with shapes below 1, one by one; notes the others.
  void draw_one_by_one(std::size_t v, WordShapes& word, std::span<float> out) const;

  const State& state_;
  const Context& context_;
  WordBeta betas_;
};

}  // namespace themata::admixture
