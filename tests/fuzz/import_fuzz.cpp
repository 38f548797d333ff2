#include <unistd.h>

#include "import_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("themata-fuzz-" + std::to_string(::getpid()));
  themata::fuzz::import_anything(data, size, file);
  return 0;
}
