#include <unistd.h>

#include "fuzz/lists_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file =
      themata::fuzz::fast_folder() / ("themata-fuzz-lists-" + std::to_string(::getpid()));
  themata::fuzz::read_list_file(data, size, file);
  return 0;
}
