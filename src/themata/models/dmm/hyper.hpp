#pragma once

#include "themata/models/dmm/model.hpp"

namespace themata::dmm {

// alpha | z with pi integrated out. M is the number of documents with tokens; K is the number of topics in
// use (infinite form) or of all topics (finite form).
//   infinite  p(z | alpha) prop. to alpha^K Gamma(alpha) / Gamma(alpha + M); with q ~ Beta(alpha, M),
//             alpha | q ~ Ga(shape + K, rate - log q). Escobar & West (1995), section 6, take
//             q ~ Beta(alpha + 1, M), after which alpha is a mixture of two Gammas; both leave p(alpha | z)
//             invariant.
//   finite    one Dirichlet-multinomial (sampling/state/hyper.hpp): tables l_k ~ Antoniak(m_k, alpha),
//             q ~ Beta(K alpha, M), alpha | l, q ~ Ga(shape + sum l_k, rate - K log q).
// beta | z is sampling::draw_beta.

/// Leaves p(alpha | z) invariant. Without documents alpha is drawn from its prior.
void draw_alpha(State& state, const Context& context, const TopicSpace& space, sampling::GammaPrior prior);

}  // namespace themata::dmm
