#pragma once

#include <span>
#include <vector>

#include "themata/random/log_gamma_scratch.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

/// Scratch: the shapes of the topics' Gamma draws for one word type.
struct WordShapes {
  double small = 0;           ///< shape of every slot not listed below; 0 if no shape is below 1
  std::vector<Topic> slots;   ///< slots with shapes of 1 or more
  std::vector<float> shapes;  ///< their shapes
  std::vector<float> draws;   ///< their draws
  LogGammaScratch scratch;
};

/// The draws from which Phi is made, proportional to phi_kv in each topic: Gamma(n_kv + beta_kv, 1).
class WordGammas {
 public:
  WordGammas(const State& state, const Context& context) : state_(state), context_(context), betas_(state) {}

  /// Logs of the draws of word v in every slot, even if its topic cannot be chosen. @param out  slots,
  /// aligned to a cache line
  void draw_logs(std::size_t v, WordShapes& word, std::span<float> out) const;

  const WordBeta& betas() const { return betas_; }

 private:
  /// Draws the slots with shapes below 1 one by one, and records the others.
  void draw_one_by_one(std::size_t v, WordShapes& word, std::span<float> out) const;

  const State& state_;
  const Context& context_;
  WordBeta betas_;
};

}  // namespace themata::sampling
