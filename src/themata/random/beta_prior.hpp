#pragma once

namespace themata {

/// A Beta prior with density proportional to x^(a-1) (1-x)^(b-1).
struct BetaPrior {
  double a = 1, b = 1;

  bool operator==(const BetaPrior&) const = default;
};

}  // namespace themata
