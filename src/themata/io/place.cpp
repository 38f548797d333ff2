#include "themata/io/place.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/stream.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;

/// A disk that fails must not read like a file that is not there.
[[noreturn]] void refuse(const fs::path& path, const std::error_code& error) {
  throw InputError(path.string(), 0, fmt::format("cannot be read: {}", error.message()));
}

/// The names of a folder's files in memory begin with it.
std::string prefix_of(const Place& folder) { return folder.name().empty() ? "" : folder.name() + "/"; }

/// Every file below a folder, by its name from there.
std::vector<std::string> all_files(const Place& folder) {
  std::vector<std::string> names;
  if (folder.in_memory()) {
    const std::string prefix = prefix_of(folder);
    for (const std::string& name : folder.memory().names())
      if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
    return names;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder.path()).string());
  return names;
}

}  // namespace

void MemoryFiles::put(const std::string& name, std::string bytes) {
  auto made = std::make_shared<std::string>(std::move(bytes));
  const std::lock_guard<std::mutex> lock(guard_);
  files_[name] = std::move(made);
}

void MemoryFiles::append(const std::string& name, std::string_view bytes) {
  const std::lock_guard<std::mutex> lock(guard_);
  std::shared_ptr<std::string>& file = files_[name];
  // Grown in place where nobody else looks at it: a trace is written a row at a time.
  if (file && file.use_count() == 1)
    file->append(bytes);
  else
    file = std::make_shared<std::string>((file ? *file : std::string()) + std::string(bytes));
}

void MemoryFiles::share(const std::string& name, const MemoryFiles& other, const std::string& name_there) {
  std::shared_ptr<std::string> file;
  {
    const std::lock_guard<std::mutex> lock(other.guard_);
    file = other.files_.at(name_there);
  }
  const std::lock_guard<std::mutex> lock(guard_);
  files_[name] = std::move(file);
}

MemoryFiles::Bytes MemoryFiles::get(const std::string& name) const {
  const std::lock_guard<std::mutex> lock(guard_);
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : found->second;
}

void MemoryFiles::remove(const std::string& name) {
  const std::lock_guard<std::mutex> lock(guard_);
  std::erase_if(files_, [&](const auto& file) {
    return name.empty() || file.first == name || file.first.starts_with(name + "/");
  });
}

std::vector<std::string> MemoryFiles::names() const {
  const std::lock_guard<std::mutex> lock(guard_);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_) names.push_back(name);
  return names;
}

Place Place::operator/(const std::string& name) const {
  Place place = *this;
  place.path_ /= name;
  return place;
}

Place Place::with_ending(const std::string& ending) const {
  if (!in_memory() && is_stream(path_))
    throw UsageError("`output` is standard output, a device or a pipe, and this format has several files",
                     {"output", path_.string(), "the name of a file to write"});
  Place place = *this;
  place.path_ += ending;
  return place;
}

const fs::path& Place::path() const {
  if (in_memory()) throw std::logic_error("a place in memory has no path");
  return path_;
}

std::string Place::string() const {
  if (!in_memory()) return path_.string();
  return path_.empty() ? "(in memory)" : "(in memory)/" + path_.string();
}

bool exists(const Place& place) {
  if (!place.in_memory()) {
    std::error_code error;
    const bool is_there = fs::exists(place.path(), error);
    if (error) refuse(place.path(), error);
    return is_there;
  }
  return place.memory().get(place.name()) != nullptr || !all_files(place).empty();
}

void remove(const Place& place) {
  if (place.in_memory())
    place.memory().remove(place.name());
  else
    fs::remove(place.path());
}

void create_folder(const Place& place) {
  if (!place.in_memory()) fs::create_directories(place.path());
}

std::vector<std::string> files_in(const Place& folder) {
  std::vector<std::string> names;
  if (folder.in_memory()) {
    for (std::string& name : all_files(folder))
      if (name.find('/') == std::string::npos) names.push_back(std::move(name));
    return names;
  }
  if (!exists(folder)) return names;
  std::error_code error;
  fs::directory_iterator entry(folder.path(), error);
  while (!error && entry != fs::directory_iterator()) {
    names.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  if (error) refuse(folder.path(), error);
  return names;
}

std::string read_text(const Place& place) {
  const MappedFile file(place);
  return file.data == nullptr ? std::string() : std::string(file.data, file.size);
}

std::vector<std::string> read_lines(const Place& place) {
  const MappedFile file(place);
  std::string_view rest(file.data == nullptr ? "" : file.data, file.size);
  std::vector<std::string> lines;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

void copy_files(const Place& from, const Place& to) {
  for (const std::string& name : all_files(from)) {
    const Place target = to / name;
    if (from.in_memory() && target.in_memory()) {
      target.memory().share(target.name(), from.memory(), (from / name).name());
      continue;
    }
    if (!target.in_memory()) fs::create_directories(target.path().parent_path());
    const MappedFile file(from / name);
    write_file_atomically(target, {file.data == nullptr ? "" : file.data, file.size});
  }
}

}  // namespace themata
