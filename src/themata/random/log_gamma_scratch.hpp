#pragma once

#include <cstdint>
#include <vector>

namespace themata {

/// Memory that is reused from one call of fill_log_gammas (log_gammas-inl.hpp) to the next.
struct LogGammaScratch {
  std::vector<float> uniforms, shapes;
  std::vector<std::uint32_t> left;  ///< places whose draw was rejected
};

}  // namespace themata
