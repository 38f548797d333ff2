#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::hpc {

// mu_v,corpus ~ N(0, gamma^2), mu_vk ~ N(mu_v,parent, tau^2), tau^2 ~ scaled Inv-chi^2(tau-freedom,
// tau-scale^2), phi_k the softmax of mu_k (model.hpp). The rates of every topic add up to the mean length, so
// that lengths contain no information on topics: a fit takes a document's own length for its expected length.

/// What a corpus without labels is drawn from.
struct RateOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic, topics = 20;
  double gamma = 1.5;                     ///< standard deviation of the log rates of the corpus
  double tau_freedom = 5, tau_scale = 1;  ///< of the prior of tau^2
  double lambda = 1;                      ///< standard deviation of a document's affinities
};
/// What a corpus with labels from a tree is drawn from.
struct TreeOptions : RateOptions {
  std::uint64_t branching = 4;  ///< children of each label, and labels at the top level
  double labels = 2;            ///< mean number per document
};

/// Topic k is below topic k / branching - 1, the first topics are at the top. Labels are drawn as for labeled
/// LDA; xi_dk ~ N(0, lambda^2), and theta_d is the softmax over the document's labels.
const simulate::Simulation& simulation();
/// All topics at the top; theta_d is the softmax over all.
const simulate::Simulation& pcm_simulation();

}  // namespace themata::hpc
