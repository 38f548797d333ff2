#pragma once

#include <cstdint>
#include <string>

namespace themata {

/// Bytes of memory that this program can still have without swapping: what the machine has left, its control group and the
/// limit of its address space, whichever is least; 0 where none of them is known.
std::uint64_t available_memory();

/// Refuses work before it is begun where the machine has not the memory for it.
/// @param what    that needs `bytes`, as in "the fit"
/// @param remedy  what needs less, as in "fewer --topics need less"
/// @throws ResourceError
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& remedy);

}  // namespace themata
