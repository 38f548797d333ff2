#include "fuzz/arrays_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  themata::fuzz::read_arrays(data, size);
  return 0;
}
