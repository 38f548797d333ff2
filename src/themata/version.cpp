#include "themata/version.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstdint>

namespace themata {

const char* version() { return THEMATA_VERSION; }

std::string instruction_sets() {
  std::string names;
  // Better sets have lower bits.
  for (auto left = static_cast<std::uint64_t>(hwy::SupportedTargets() & HWY_TARGETS); left != 0;
       left &= left - 1) {
    if (!names.empty()) names += ", ";
    names += hwy::TargetName(std::int64_t{1} << std::countr_zero(left));
  }
  return names;
}

}  // namespace themata
