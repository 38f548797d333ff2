#include "fuzz/fit_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  themata::fuzz::use_changed_fit(data, size);
  return 0;
}
