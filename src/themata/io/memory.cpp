#include "themata/io/memory.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "themata/io/error.hpp"

namespace themata {

namespace {

/// A number from the lines "NAME NUMBER ..." of a file; nothing if there is none.
std::optional<std::uint64_t> find_number(const char* path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string key;
    std::uint64_t number = 0;
    if (fields >> key >> number && key == name) return number;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_number(const char* path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t rest(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 1; }

/// Memory left to the control group that a container sees as its root; its page cache counts as free.
std::optional<std::uint64_t> left_to_group() {
  const auto limit = read_number("/sys/fs/cgroup/memory.max"),
             used = read_number("/sys/fs/cgroup/memory.current");
  if (!limit || !used) return std::nullopt;
  return rest(*limit, rest(*used, find_number("/sys/fs/cgroup/memory.stat", "inactive_file").value_or(0)));
}

/// @param field  of /proc/self/status, in kB, what counts against the limit
template <class Resource>
std::optional<std::uint64_t> left_of(Resource resource, const char* field) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  const auto used = find_number("/proc/self/status", field);
  return used ? std::optional(rest(limit.rlim_cur, *used * 1024)) : std::nullopt;
}

}  // namespace

void limit_memory(std::uint64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>({bytes, limit.rlim_cur, limit.rlim_max});
    if (setrlimit(RLIMIT_DATA, &limit) == 0) return;
  }
  throw ResourceError(
      fmt::format("the system does not let this program limit its memory: {}", std::strerror(errno)));
}

std::uint64_t available_memory() {
  std::uint64_t least = 0;
  auto free = find_number("/proc/meminfo", "MemAvailable:");
  if (free) *free *= 1024;
  for (const auto& left :
       {free, left_to_group(), left_of(RLIMIT_AS, "VmSize:"), left_of(RLIMIT_DATA, "VmData:")})
    if (left && (least == 0 || *left < least)) least = *left;
  return least;
}

void require_memory(std::uint64_t bytes, const std::string& what, const std::string& remedy) {
  const std::uint64_t available = available_memory();
  if (available == 0 || bytes <= available) return;
  throw ResourceError(fmt::format("{} needs about {:.3g} GB of memory, and {:.3g} GB is available; {}", what,
                                  static_cast<double>(bytes) / 1e9, static_cast<double>(available) / 1e9,
                                  remedy));
}

}  // namespace themata
