#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Against which topics of the tree a word's exclusivity to one is measured (Airoldi and Bischof 2016, section 2.3).
enum class Against {
  siblings,  ///< the topics with the same parent; of an only child that parent
  children,  ///< the topics below it; of a topic without any, its siblings
  all        ///< every topic
};

/// Reads "siblings", "children", "all".
std::optional<Against> against_named(std::string_view name);
std::string_view name_of(Against against);

/// The tree of a fit's labels. Nodes are topics, and K, the corpus above them all.
class LabelTree {
 public:
  /// @param parents  GivenPriors::parents: of each topic, another or K
  explicit LabelTree(std::vector<std::uint32_t> parents);

  std::size_t n_topics() const { return parents_.size(); }
  std::uint32_t parent(std::size_t k) const { return parents_[k]; }
  std::size_t depth(std::size_t k) const { return depth_[k]; }  ///< 0 right below the corpus
  const std::vector<std::uint32_t>& children(std::size_t node) const { return children_[node]; }
  /// Every topic, each before what is below it, children by their numbers.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// What topic k is compared with, itself included; nodes.
  std::vector<std::uint32_t> rivals(std::size_t k, Against against) const;

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::size_t> depth_;
  std::vector<std::vector<std::uint32_t>> children_;  ///< K + 1
  std::vector<std::uint32_t> order_;
};

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
using EachRates = std::function<void(const std::function<void(const DrawRates&)>&)>;

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

/// Of each topic, how many documents have it as a label, and how many have it or what is below it.
struct LabelCounts {
  std::vector<std::size_t> documents, with_below;
};
LabelCounts count_labels(const DrawRates& rates, const LabelTree& tree);

/// Columns topic, label, parent, depth, documents, documents_below, tokens, share: a line a label, each before those below it.
std::string label_table_tsv(const Draw& shown, const GivenPriors& given);

}  // namespace themata
