#include "themata/io/memory.hpp"

#include <fmt/format.h>

#include <fstream>

#include "themata/io/error.hpp"

namespace themata {

std::uint64_t available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key; meminfo >> key;) {
    std::uint64_t kilobytes = 0;
    if (meminfo >> kilobytes && key == "MemAvailable:") return kilobytes * 1024;
    std::string unit;
    std::getline(meminfo, unit);
    meminfo.clear();
  }
  return 0;
}

void require_memory(std::uint64_t bytes, const std::string& what, const std::string& remedy) {
  const std::uint64_t available = available_memory();
  if (available == 0 || bytes <= available) return;
  throw ResourceError(fmt::format("{} needs about {:.2f} GB of memory, and {:.2f} GB is available; {}", what,
                                  static_cast<double>(bytes) / 1e9, static_cast<double>(available) / 1e9,
                                  remedy));
}

}  // namespace themata
