#pragma once

#include <cstdint>
#include <span>

#include "themata/inference/known_topics.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// The particles of a left-to-right estimate.
struct Particles {
  std::uint64_t particles = 20;
  std::uint64_t redraws = 100;  ///< earlier tokens whose topics are drawn anew before each token, in turn
};

/// log of an estimate of p(w | Phi, a), theta and z summed out, whose expected value is p(w | Phi, a) itself, whatever the
/// number of particles and of redraws. Left to right (Wallach et al. 2009, algorithm 3; Buntine 2009):
///   p(w) = prod_n P(w_n | w_<n),   P(w_n | w_<n) ~ mean over particles of P(w_n | z_<n),  z_<n ~ P(z_<n | w_<n) nearly,
/// where the particles' topics of earlier tokens are drawn anew before each token. Their product of means would be biased,
/// since a particle that foresaw w_n badly goes on with the same weight as one that foresaw it well; so the particles that go
/// on are chosen in proportion to P(w_n | z_<n) before they draw z_n (a fully adapted particle filter: Pitt & Shephard 1999;
/// unbiased by Del Moral 2004). They are chosen at equal steps from one uniform, so that equal particles all go on.
/// 0 for a document without words.
double left_to_right(const KnownTopics& topics, std::span<const std::uint32_t> words,
                     const Particles& options, Stream& stream);

}  // namespace themata
