#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace themata {

/// A chain's trace-<chain>.csv: the value of every quantity at every traced sweep.
struct Trace {
  std::vector<std::string> names;            ///< of the columns
  std::vector<std::vector<double>> columns;  ///< one a name, all of the same length

  std::size_t n_rows() const { return columns.empty() ? 0 : columns.front().size(); }
  /// A column by its name; empty where there is none.
  const std::vector<double>& column(const std::string& name) const;
};

/// Reads CmdStan's layout: comment lines from '#', a header, a row of numbers a line (nan and inf are numbers). A last
/// line without its end of line is left out: the chain is writing it.
/// @throws InputError with file and line
Trace read_trace(const std::filesystem::path& path);

/// The same of a chain that may not have come to its first row: nothing where the file is missing or has no header yet.
std::optional<Trace> read_trace_so_far(const std::filesystem::path& path);

}  // namespace themata
