#pragma once

#include "themata/simulate/mixture.hpp"

namespace themata::simulate {

/// A mixture of hpc or pcm (hpc/model.hpp): mu_v,corpus ~ N(0, gamma^2), mu_vk ~ N(mu_v,parent, tau^2), tau^2 ~ scaled Inv-chi^2(tau-freedom,
/// tau-scale^2), phi_k the softmax of mu_k; of hpc topic k stands below topic k / branching - 1, the first ones at the top; labels as labelled
/// LDA has them; xi_dk ~ N(0, lambda^2) and theta_d the softmax over the document's labels, of pcm over all topics. The rates of every topic add up to
/// the mean length, so that lengths tell nothing of topics: a fit takes a document's own length for what it would hold.
/// @throws ResourceError where there is no room for rates, labels or shares
Mixture draw_rated(const SimulateOptions& options, Key key, Pool& pool);

}  // namespace themata::simulate
