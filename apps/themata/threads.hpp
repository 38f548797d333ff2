#pragma once

#include <algorithm>
#include <thread>

namespace themata::cli {

/// As many threads as were asked for; every core for 0.
inline int threads_or_all(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace themata::cli
