#pragma once

#include <string>
#include <utility>
#include <vector>

#include "themata/models/start_topics.hpp"

namespace themata {

/// The words that a topic is expected to have.
struct SeededTopic {
  std::vector<std::string> words;
  std::string name = {};  ///< "" for none
};

/// What a fit is given in memory, instead of in the files of the options `seeds`, `alpha-weights`,
/// `beta-weights` and `start-from`. Words that the collection lacks are reported and ignored.
struct GivenInputs {
  std::vector<SeededTopic> seeds = {};     ///< of topics 0, 1, ...; topics beyond them have none
  std::vector<double> alpha_weights = {};  ///< one per topic, each above 0; or none
  std::vector<std::pair<std::string, double>> beta_weights =
      {};  ///< weights above 0 of words; other words have weight 1

  StartTopics start =
      {};  ///< the topics that every chain begins with: of a fit (Fit::start_topics), of a state
           ///< file of MALLET (read_mallet_state), or of your own; or none

  bool empty() const {
    return seeds.empty() && alpha_weights.empty() && beta_weights.empty() && start.empty();
  }
};

}  // namespace themata
