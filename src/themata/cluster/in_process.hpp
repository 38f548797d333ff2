#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "themata/cluster/communicator.hpp"

namespace themata {

/// How messages between threads are held up, for tests: each for a random time, so that those of different
/// senders and tags overtake each other. Without a seed none is.
struct Delays {
  std::uint64_t seed = 0;
  std::chrono::microseconds longest{300};
};

/// Runs `work` on n threads, each of which is a rank with a communicator of its own, in one process. An
/// exception on one of them ends the others where they wait for it, and is thrown again here: that of the
/// lowest rank that failed by itself.
void run_ranks(std::size_t n, const std::function<void(const Communicator&)>& work, Delays delays = {});

}  // namespace themata
