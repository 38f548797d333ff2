#pragma once

#include <hwy/highway.h>

#include <cstdint>

namespace themata::testing {

/// Forces one of the instruction sets that the machine has, while it lives.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) { set(target); }
  ~ForcedTarget() { set(0); }
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;

 private:
  static void set(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace themata::testing
