#pragma once

#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

/// The topic of every token of documents with more than one label: of word v in document d with probability in proportion to
/// theta_dk e^mu_vk. The split of Poisson counts over topics.
void draw_topics(State& state, const Context& context);

/// n_vk from the topics of tokens.
void recount(State& state, const Corpus& corpus, std::size_t n_topics, Pool& pool);

}  // namespace themata::hpc
