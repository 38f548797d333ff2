#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "themata/io/place.hpp"
#include "themata/run/row_file.hpp"

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

/// Writes trace-<chain>.csv.
class TraceWriter {
 public:
  /// Opens the trace of a chain that has done `sweeps_done` sweeps. @throws ResourceError
  TraceWriter(const Place& path, const std::string& comments, std::uint64_t sweeps_done)
      : rows_(path, {comments, 1}, sweeps_done) {}
  /// Writes the header for rows with such values, unless an earlier run has. Readers expect one even where a
  /// run was too short for a row. A trace that an earlier version has begun keeps its columns: what it lacks
  /// is left out, and what is no longer known is nan. @throws ResourceError
  void write_header(const std::vector<std::pair<std::string, double>>& values);
  void write(const TraceRow& row);  ///< after the header. @throws ResourceError
  void sync() { rows_.sync(); }     ///< @throws ResourceError

 private:
  RowFile rows_;
};

}  // namespace themata
