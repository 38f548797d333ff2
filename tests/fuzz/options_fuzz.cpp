#include "fuzz/options_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  themata::fuzz::read_options(data, size);
  return 0;
}
