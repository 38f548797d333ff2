#pragma once

namespace themata {

/// A Gamma prior with density proportional to x^(shape-1) e^(-rate x).
struct GammaPrior {
  double shape = 1, rate = 1;

  bool operator==(const GammaPrior&) const = default;
};

}  // namespace themata
