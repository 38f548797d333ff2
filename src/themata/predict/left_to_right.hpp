#pragma once

#include <cstdint>
#include <span>

#include "themata/inference/known_topics.hpp"
#include "themata/inference/methods.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// log of an unbiased estimate of p(w | Phi, a), with theta and z summed out: its expected value is p(w |
/// Phi, a) for any number of particles and redraws. Left to right (Wallach et al. 2009, algorithm 3; Buntine
/// 2009):
///   p(w) = prod_n P(w_n | w_<n),
///   P(w_n | w_<n) ~ mean over particles of P(w_n | z_<n),   z_<n ~ P(z_<n | w_<n) nearly,
/// where the topics of earlier tokens are redrawn before each token. Their product of means would be biased,
/// since a particle that predicted w_n badly would continue with the same weight as one that predicted it
/// well. Therefore the particles that continue are chosen in proportion to P(w_n | z_<n) before they draw z_n
/// (a fully adapted particle filter: Pitt & Shephard 1999; unbiased by Del Moral 2004). They are chosen at
/// equal steps from one uniform number, so that if all are equal, all continue. 0 for a document without
/// words.
double left_to_right(const KnownTopics& topics, std::span<const std::uint32_t> words,
                     const Particles& options, Stream& stream);

}  // namespace themata
