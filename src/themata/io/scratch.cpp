#include "themata/io/scratch.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "themata/io/error.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;

/// Below this a file would cost more than it saves.
constexpr std::size_t least_bytes = 4096;

/// The folders of the objects that live, the last one in use, and the arrays that are in files.
struct Arrays {
  std::mutex guard;
  std::vector<fs::path> folders;
  std::map<const void*, std::size_t> mapped;
  /// Whether there are folders or such arrays. While there are none, nothing waits for the guard, which in a
  /// forked process may stay locked by a thread of the other one.
  std::atomic<bool> in_use = false;

  fs::path folder() {
    if (!in_use) return {};
    const std::lock_guard lock(guard);
    return folders.empty() ? fs::path() : folders.back();
  }
  /// After each change, with the guard locked.
  void note_use() { in_use = !folders.empty() || !mapped.empty(); }
};

Arrays& arrays() {
  static Arrays all;
  return all;
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

std::string reason(int error) { return std::error_code(error, std::generic_category()).message(); }

/// A file without a name; its number is below 0 if it could not be made.
int open_nameless(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return file;
  std::string name = (folder / "themata-XXXXXX").string();  // a file system that knows no nameless files
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

/// Takes the room on the disk at once: a page that finds none later would end the program without a message.
int take_room(int file, std::size_t bytes) {
  int error = 0;
  do error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  while (error == EINTR);
  return error;
}

void* map_file(const fs::path& folder, std::size_t bytes) {
  const Descriptor file(open_nameless(folder));
  const int error = file.number() < 0 ? errno : take_room(file.number(), bytes);
  void* const memory =
      error != 0 ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED)
    throw ResourceError(fmt::format("{}: no room for {:.3g} GB of scratch files: {}", folder.string(),
                                    static_cast<double>(bytes) / 1e9, reason(error != 0 ? error : errno)));
  return memory;
}

}  // namespace

Scratch::Scratch(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  if (!fs::is_directory(folder_) || ::access(folder_.c_str(), W_OK | X_OK) != 0)
    throw UsageError(
        fmt::format("{}: expected a folder for scratch files that can be written to", folder_.string()));
  const std::lock_guard lock(arrays().guard);
  arrays().folders.push_back(folder_);
  arrays().note_use();
}

Scratch::~Scratch() {
  if (folder_.empty()) return;
  const std::lock_guard lock(arrays().guard);
  // Not always the last one: threads of a process may each have one.
  std::vector<fs::path>& folders = arrays().folders;
  folders.erase(std::ranges::find(folders, folder_));
  arrays().note_use();
}

bool Scratch::in_use() { return !arrays().folder().empty(); }

void* allocate_large(std::size_t bytes) {
  const fs::path folder = bytes < least_bytes ? fs::path() : arrays().folder();
  if (folder.empty()) return ::operator new(bytes);
  void* const memory = map_file(folder, bytes);
  const std::lock_guard lock(arrays().guard);
  arrays().mapped.emplace(memory, bytes);
  arrays().note_use();
  return memory;
}

void release_large(void* memory, std::size_t bytes) noexcept {
  if (bytes >= least_bytes && arrays().in_use) {
    const std::lock_guard lock(arrays().guard);
    if (arrays().mapped.erase(memory) > 0) {
      arrays().note_use();
      ::munmap(memory, bytes);
      return;
    }
  }
  ::operator delete(memory);
}

void will_need(const void* first, std::size_t bytes) {
  if (!arrays().in_use) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  const std::lock_guard lock(arrays().guard);
  auto after = arrays().mapped.upper_bound(first);
  if (bytes == 0 || after == arrays().mapped.begin()) return;
  --after;
  const auto start = reinterpret_cast<std::uintptr_t>(after->first);
  if (begin + bytes > start + after->second) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t aligned = begin / page * page;
  ::madvise(reinterpret_cast<void*>(aligned), begin + bytes - aligned, MADV_WILLNEED);
}

}  // namespace themata
