#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/label_tree.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Words of some topics, a row of V numbers each, over draws.
struct LabelWords {
  std::vector<double> rate,
      rate_sd;  ///< e^mu_vk: tokens in a document of mean length that is of the topic alone
  std::vector<double> exclusivity, exclusivity_sd;  ///< e^mu_vk over the sum of the rivals'
  std::vector<double> frex;  ///< weighted harmonic mean of the ECDFs of the means of both, over the V words
  std::vector<double> frex_sd;  ///< of the draws' own
};

/// What is asked of them.
struct LabelWordsOptions {
  Against against = Against::siblings;
  double exclusivity_weight = 0.5;  ///< 0 to 1
  bool deviations = true;           ///< false leaves all that end in _sd empty, which is many times faster
};

/// Calls its argument for each draw.
using EachRates = std::function<void(const std::function<void(const TopicRates&)>&)>;

/// How many topics at once keep what label_words holds within some hundred megabytes.
std::size_t labels_at_once(std::size_t n_types);

/// Topics from `first` up to `last`.
struct TopicRange {
  std::size_t first, last;
};

/// Posterior means and standard deviations of some topics; deviations of one draw are 0.
LabelWords label_words(const EachRates& draws, const LabelTree& tree, TopicRange topics,
                       const LabelWordsOptions& options, Pool& pool);

/// tau^2 of the words of each branch, a row of V numbers each, over draws.
struct LabelVariances {
  std::vector<std::uint32_t> nodes;  ///< of each branch: a topic, or K for the corpus
  std::vector<double> mean, sd;
};
LabelVariances label_variances(const EachRates& draws);

/// The kept draws of a chain, numbered as `shown`, or `shown` alone where none was kept. @throws InputError where one is damaged
EachRates rates_of(const FitFolder& fit, const Draw& shown);

/// The places of V words among themselves by their frequencies and exclusivities. Numbers that differ by rounding alone are equal.
std::vector<WordRanks> ranks_of(std::span<const double> frequency, std::span<const double> exclusivity);

/// FREX of V words from their frequencies and exclusivities. @param weight  on exclusivity
std::vector<double> frex_of(std::span<const double> frequency, std::span<const double> exclusivity,
                            double weight);

}  // namespace themata
