#include "themata/fit/trace_writer.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

/// The second column of a row, its sweep; 0 where there is none.
std::uint64_t sweep_of(const std::string& row) {
  const std::size_t comma = row.find(',');
  return comma == std::string::npos ? 0 : std::strtoull(row.c_str() + comma + 1, nullptr, 10);
}

struct Kept {
  std::string text;
  bool has_header = false;
};

/// The comments, the header and the whole rows up to a sweep of an earlier run's trace.
Kept earlier_rows(const std::filesystem::path& path, std::uint64_t sweeps_done) {
  Kept kept;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (file.eof()) break;  // no newline: the line was cut
    const bool header = line.starts_with("lp__");
    const bool comment = line.starts_with('#');
    const std::uint64_t sweep = header || comment ? 0 : sweep_of(line);
    if (!header && !comment && (sweep == 0 || sweep > sweeps_done)) continue;
    kept.has_header = kept.has_header || header;
    kept.text += line + "\n";
  }
  return kept;
}

}  // namespace

TraceWriter::TraceWriter(const std::filesystem::path& path, const std::string& comments,
                         std::uint64_t sweeps_done)
    : path_(path) {
  Kept kept = earlier_rows(path, sweeps_done);
  has_header_ = kept.has_header;
  write_file_atomically(path, kept.has_header ? kept.text : comments);
  file_.reset(std::fopen(path.c_str(), "ab"));
  if (!file_) throw ResourceError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
}

void TraceWriter::print(const std::string& text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!written || std::fflush(file_.get()) != 0)
    throw ResourceError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
}

void TraceWriter::write_header(const std::vector<std::pair<std::string, double>>& values) {
  if (has_header_) return;
  std::string header = "lp__,sweep,word_part,topics";
  for (const auto& [name, value] : values) header += "," + name;
  print(header + ",seconds\n");
  has_header_ = true;
}

void TraceWriter::write(const TraceRow& row) {
  std::string line =
      fmt::format("{:.17g},{},{:.17g},{}", row.log_posterior, row.sweep, row.word_part, row.topics);
  for (const auto& [name, value] : row.values) line += fmt::format(",{:.17g}", value);
  print(line + fmt::format(",{:.3f}\n", row.seconds));
}

}  // namespace themata
