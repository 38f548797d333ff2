#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// Draws the topic of every token in documents with more than one label: for word v in document d, with
/// probability proportional to theta_dk e^mu_vk. This splits the Poisson counts over topics.
void draw_topics(State& state, const Context& context);

/// Computes n_vk from the topics of the tokens of all ranks.
void recount(State& state, const Corpus& corpus, std::size_t n_topics, Pool& pool);

/// Number of tokens of each topic, on all ranks.
std::vector<std::int64_t> topic_sizes(const State& state);

}  // namespace themata::hpc
