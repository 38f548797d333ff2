#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "themata/summaries/moment_table.hpp"

namespace themata {

/// Of a topic, the word types that have a token in it in one of the draws, ascending, and what phi has there.
struct TopicMoments {
  std::span<const std::int32_t> types;
  std::span<const float> mean, sd;
};

/// Whether word_moments() can: phi is Dirichlet given the tokens' topics, and no topic has seeds.
bool has_plain_words(const KeptDraws& draws);

/// Means and standard deviations of phi over draws, topic by topic, as a MomentTable has them, but of the
/// cells with tokens alone: it takes time and memory by tokens and draws, not by topics times word types.
void word_moments(const KeptDraws& draws, const std::function<void(const TopicMoments&)>& take);

}  // namespace themata
