#include "themata/io/regular_file.hpp"

#include <system_error>

#include "themata/io/error.hpp"

namespace themata {

std::ifstream open_regular_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(path.string(), 0, "is not a regular file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string(), 0, "cannot be read");
  return file;
}

}  // namespace themata
