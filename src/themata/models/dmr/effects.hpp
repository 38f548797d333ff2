#pragma once

#include "themata/models/dmr/model.hpp"

namespace themata::dmr {

// mu_j and sigma_j | lambda, column by column (docs/theory/dmr.md, eqs. 7 to 9), by exact conjugate draws.
// The half-t of sigma_j is a mixture of inverse gammas (Huang and Wand 2013, eq. 2) over a_j, which is drawn
// first and then forgotten:
//   mu_j      ~ N((m / s^2 + sum_k lambda_kj / sigma_j^2) / p, 1 / p),  p = 1 / s^2 + K / sigma_j^2
//   1/a_j     ~ Ga((n + 1) / 2, n / sigma_j^2 + 1 / A^2)
//   1/sigma^2 ~ Ga((n + K) / 2, n / a_j + sum_k (lambda_kj - mu_j)^2 / 2),   n = 4
void draw_effects(State& state, const Context& context, const Settings& settings);

/// mu and sigma from their priors, then lambda given both, as they come: not restricted to a range.
void draw_coefficients_of_prior(State& state, const Settings& settings, Stream& stream);

}  // namespace themata::dmr
