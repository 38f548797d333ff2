#include "fuzz/formula_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  themata::fuzz::read_formula(data, size);
  return 0;
}
