#pragma once

#include "themata/cluster/communicator.hpp"

namespace themata {

/// Does what rank 0 of a fit (leader.hpp) orders with this rank's part of the chains, until it says that all
/// is done. @throws RanksLost; ResourceError where this rank cannot do its part, with advice to resume
void follow(const Communicator& ranks);

}  // namespace themata
