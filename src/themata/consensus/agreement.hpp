#pragma once

#include <cstdint>
#include <span>

namespace themata {

/// How much two partitions of the same things say of each other, beyond what two random ones of the same
/// sizes would.
struct PartitionAgreement {
  double information = 0;  ///< I - E(I), in nats, with the expectation under random permutations
  /// Adjusted mutual information (Vinh, Epps and Bailey 2010, equations 15 and 24): (I - E(I)) / ((H(a) +
  /// H(b)) / 2 - E(I)). 1 for equal partitions, about 0 for independent ones.
  double adjusted = 0;
};

/// @param a, b  the part of each thing, as long as each other
/// @returns zeros where one has all in one part: then it says nothing
PartitionAgreement agreement_of(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace themata
