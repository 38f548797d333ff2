#pragma once

#include <cstdint>
#include <string>

namespace themata {

/// Lets this process have so many bytes that are no file's, and no more: what asks for more throws
/// std::bad_alloc. Never more than it may have already. @throws ResourceError if the system refuses
void limit_memory(std::uint64_t bytes);

/// Bytes of memory that this program can still use without swapping: the minimum of what is left on the
/// machine, in its control group and within its own limits; 0 if none of them is known.
std::uint64_t available_memory();

/// Refuses work before it begins if the machine does not have enough memory.
/// @param what    the work that needs `bytes`, as in "the fit"
/// @param remedy  how to need less, as in "fewer `topics` need less"
/// @throws ResourceError
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& remedy);

}  // namespace themata
