#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "themata/counts/word_prior.hpp"
#include "themata/models/covariates.hpp"
#include "themata/models/start_topics.hpp"

namespace themata {

/// What a fit is given beside its options: how its topics, words and documents differ before any text is
/// seen.
struct GivenPriors {
  std::vector<double> alpha_weights;                ///< K, or none for 1 each
  WordPrior word_prior;                             ///< its seeds are of topics
  std::vector<std::string> topic_names;             ///< K, or none
  std::vector<std::vector<std::uint16_t>> allowed;  ///< D lists, an empty one for every topic; or none
  std::vector<std::uint32_t> parents;               ///< K, or none: the topic above each, or K; no circles
  Covariates covariates;                            ///< of the documents; none in models without such
  /// The topics that chains begin with; null where the model draws them. Only of a fit that is being run.
  std::shared_ptr<const StartTopics> start;
};

/// The same with topic order[i] called i; topics that `order` lacks are dropped.
/// @param order  of `n_topics` topics
GivenPriors renumbered(const GivenPriors& given, std::span<const std::uint16_t> order, std::size_t n_topics);

}  // namespace themata
