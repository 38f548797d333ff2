#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/row_range.hpp"
#include "themata/evaluate/label_tree.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Words of some topics over draws, one row of V numbers per topic.
struct LabelWords {
  std::vector<double> rate,
      rate_sd;  ///< e^mu_vk: tokens in a document of mean length that is only about the topic
  std::vector<double> exclusivity, exclusivity_sd;  ///< e^mu_vk divided by the sum over the rivals
  std::vector<double> frex;     ///< weighted harmonic mean of the ECDFs of both means, over the V words
  std::vector<double> frex_sd;  ///< over the FREX of each draw
};

/// Calls its argument with each draw.
using EachRates = std::function<void(const std::function<void(const TopicRates&)>&)>;

/// How many topics at a time keep the memory of label_words to a few hundred megabytes.
std::size_t labels_at_once(std::size_t n_types);

/// Posterior means and standard deviations for some topics; the standard deviations are 0 if there is one
/// draw.
LabelWords label_words(const EachRates& draws, const LabelTree& tree, RowRange topics,
                       const LabelWordsOptions& options, Pool& pool);

/// tau^2 of the words of each branch over draws, one row of V numbers per branch.
struct LabelVariances {
  std::vector<std::uint32_t> nodes;  ///< parent of each branch: a topic, or K for the corpus
  std::vector<double> mean, sd;
};
LabelVariances label_variances(const EachRates& draws);

/// The kept draws of a chain, numbered as `shown`, or `shown` alone if none was kept. @throws InputError if
/// one is damaged
EachRates rates_of(const FitFolder& fit, const Draw& shown);

/// The ranks of V words by frequency and by exclusivity. Numbers that differ only by rounding are equal.
std::vector<WordRanks> ranks_of(std::span<const double> frequency, std::span<const double> exclusivity);

/// FREX of V words from their frequencies and exclusivities. @param weight  of exclusivity
std::vector<double> frex_of(std::span<const double> frequency, std::span<const double> exclusivity,
                            double weight);

}  // namespace themata
