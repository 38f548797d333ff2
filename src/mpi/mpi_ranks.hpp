#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "themata/cluster/communicator.hpp"

namespace themata {

/// The library of MPI that the program has, with its version.
std::string mpi_version();

/// Runs `work` as one of the ranks of an MPI program, on a thread of its own; the calling thread, which
/// should be the program's first, makes all calls of MPI: messages leave at once, and whether some have
/// arrived is asked again and again, at growing intervals of up to a fifth of a millisecond while nothing
/// happens.
///
/// If work does not return 0 or throws, all ranks are ended with its result, or 1, as exit code: so it must
/// have said why before.
/// @param most_bytes  longer messages travel in parts
/// @returns 0, once all ranks are done
int run_mpi_rank(int* argc, char*** argv, const std::function<int(const Communicator&)>& work,
                 std::size_t most_bytes = std::size_t{1} << 30);

}  // namespace themata
