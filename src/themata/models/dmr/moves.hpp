#pragma once

#include "themata/models/dmr/coefficients.hpp"

namespace themata::dmr {

// Moves of a column's coefficients in all topics together with their mean or their standard deviation
// (docs/theory/dmr.md, eqs. 10 and 11). Given the coefficients alone, mu_j and sigma_j move slowly where the
// data say little about each of them (Yu and Meng 2011). Both are slices on the density that the auxiliaries
// give, and leave it invariant.

/// lambda_kj + t for all k, and mu_j + t, for every column j.
void shift_columns(State& state, const Context& context, const Settings& settings,
                   const Auxiliaries& auxiliaries);

/// mu_j + c (lambda_kj - mu_j) for all k, and c sigma_j, for one column, which takes turns from sweep to
/// sweep.
void scale_column(State& state, const Context& context, const Settings& settings,
                  const Auxiliaries& auxiliaries);

}  // namespace themata::dmr
