#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/models/draw.hpp"
#include "themata/models/options.hpp"
#include "themata/models/start_topics.hpp"

namespace themata {

/// What a chain needs of a draw to begin with its topics.
StartTopics start_of(const Draw& draw);

/// What contradicts itself in a start, or does not fit the corpus; nothing where all is well.
std::optional<std::string> find_fault(const StartTopics& start, const Corpus& corpus);

/// The names that hyperparameters of a start can have.
std::vector<std::string> start_hyper_names();

/// Prior weights below it make no difference.
inline constexpr double least_weight = 1e-12;

/// Each topic's weight divided by their sum; without weights, its proportion of the tokens. None is 0.
std::vector<double> topic_proportions(const StartTopics& start);

/// A hyperparameter at the beginning of a chain: what the start says if it is above 0, the hyperparameter is
/// learned and its option was left at its default; else the option.
/// @param meaning  its name in a start
double begin_at(const FitOptions& options, std::string_view option, const StartTopics& start,
                std::string_view meaning);

}  // namespace themata
