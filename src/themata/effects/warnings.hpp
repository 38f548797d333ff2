#pragma once

#include <optional>
#include <string>

#include "themata/effects/design.hpp"
#include "themata/effects/effect_result.hpp"

namespace themata {

// What a person should know who reads effects.

/// Of terms that follow nearly from the others (a variance inflation above 10).
/// @param x  the columns of the design
std::optional<std::string> terms_warning(const Design& design, const Eigen::MatrixXd& x);

/// Of proportions that a line leads below 0 or above 1.
std::optional<std::string> bounds_warning(const EffectResult& result);

}  // namespace themata
