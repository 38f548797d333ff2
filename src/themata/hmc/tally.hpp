#pragma once

#include <cstdint>

namespace themata::hmc {

/// How many proposals were made, and taken.
struct Tally {
  std::uint64_t proposed = 0, accepted = 0;
  Tally& operator+=(const Tally& other) {
    proposed += other.proposed;
    accepted += other.accepted;
    return *this;
  }
  double rate() const {
    return proposed > 0 ? static_cast<double>(accepted) / static_cast<double>(proposed) : 0;
  }
};

}  // namespace themata::hmc
