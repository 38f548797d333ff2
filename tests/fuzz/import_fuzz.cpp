#include <unistd.h>

#include "fuzz/import_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file =
      themata::fuzz::fast_folder() / ("themata-fuzz-import-" + std::to_string(::getpid()));
  themata::fuzz::import_anything(data, size, file);
  return 0;
}
