#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace themata {

/// One row of a trace.
struct TraceRow {
  double log_posterior = 0;
  std::uint64_t sweep = 0;
  double word_part = 0;
  std::size_t topics = 0;
  std::vector<std::pair<std::string, double>> values;  ///< under the names of their columns
  double seconds = 0;
};

/// Writes trace-<chain>.csv in CmdStan's layout, a row at a time, each flushed: what a killed run leaves is readable.
class TraceWriter {
 public:
  /// Opens the trace of a chain that has done `sweeps_done` sweeps: rows of an earlier run up to there are kept,
  /// later ones and a torn last line dropped. @throws ResourceError
  TraceWriter(const std::filesystem::path& path, const std::string& comments, std::uint64_t sweeps_done);
  /// Writes the header for rows with such values, unless an earlier run has. Readers expect one even where a run was
  /// too short for a row. @throws ResourceError
  void write_header(const std::vector<std::pair<std::string, double>>& values);
  void write(const TraceRow& row);  ///< after the header. @throws ResourceError

 private:
  void print(const std::string& text);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  bool has_header_ = false;
};

}  // namespace themata
