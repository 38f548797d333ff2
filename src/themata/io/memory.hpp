#pragma once

#include <cstdint>
#include <string>

namespace themata {

/// Bytes of memory that the machine can give without swapping; 0 where it does not say.
std::uint64_t available_memory();

/// Refuses work before it is begun where the machine has not the memory for it.
/// @param what    that needs `bytes`, as in "the fit"
/// @param remedy  what needs less, as in "fewer --topics need less"
/// @throws ResourceError
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& remedy);

}  // namespace themata
