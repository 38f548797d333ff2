#include "themata/run/row_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

/// The sweep in a row's column; 0 where there is none.
std::uint64_t sweep_of(const std::string& row, std::size_t column) {
  std::size_t begin = 0;
  for (std::size_t c = 0; c < column; ++c) {
    const std::size_t comma = row.find(',', begin);
    if (comma == std::string::npos) return 0;
    begin = comma + 1;
  }
  return std::strtoull(row.c_str() + begin, nullptr, 10);
}

struct Kept {
  std::string text, header;
};

/// The header and the whole rows up to a sweep of an earlier run's file.
Kept earlier_rows(const Place& path, std::size_t sweep_column, std::uint64_t sweeps_done) {
  Kept kept;
  if (!exists(path)) return kept;
  std::string text = read_text(path);
  text.erase(text.rfind('\n') + 1);  // a last line without its end was cut; npos + 1 is 0
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    const bool header = kept.header.empty();
    const std::uint64_t sweep = header ? 0 : sweep_of(line, sweep_column);
    if (!header && (sweep == 0 || sweep > sweeps_done)) continue;
    if (header) kept.header = line;
    kept.text += line + "\n";
  }
  return kept;
}

}  // namespace

RowFile::RowFile(const Place& path, const Layout& layout, std::uint64_t sweeps_done) : path_(path) {
  const Kept kept = earlier_rows(path, layout.sweep_column, sweeps_done);
  header_ = kept.header;
  write_file_atomically(path, layout.comments + kept.text);
  if (path.in_memory()) return;
  errno = 0;
  file_.reset(std::fopen(path.path().c_str(), "ab"));
  if (!file_) refuse();
}

void RowFile::refuse() const {
  throw ResourceError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
}

void RowFile::print(const std::string& text) {
  if (path_.in_memory()) return path_.memory().append(path_.name(), text);
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!written || std::fflush(file_.get()) != 0) refuse();
}

void RowFile::write_header(const std::string& names) {
  if (has_header()) return;
  print(names + "\n");
  header_ = names;
}

void RowFile::write_row(const std::string& values) { print(values + "\n"); }

void RowFile::sync() {
  if (path_.in_memory()) return;
  errno = 0;
  if (::fsync(::fileno(file_.get())) != 0) refuse();
}

}  // namespace themata
