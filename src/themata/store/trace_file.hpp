#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "themata/io/place.hpp"

namespace themata {

/// A chain's trace-<chain>.csv: the value of every quantity at every traced sweep.
struct Trace {
  std::vector<std::string> names;            ///< of the columns
  std::vector<std::vector<double>> columns;  ///< one per name, all of the same length

  std::size_t n_rows() const { return columns.empty() ? 0 : columns.front().size(); }
  /// A column by its name; empty if there is none.
  const std::vector<double>& column(const std::string& name) const;
  /// The first row after a sweep, such as the last one of burn-in; n_rows() if there is none.
  std::size_t first_after(std::uint64_t sweep) const;
};

/// Reads CmdStan's layout: comment lines starting with '#', a header, one row of numbers per line (nan and
/// inf are numbers). An incomplete last line is ignored: the chain is still writing it.
/// @throws InputError with file and line
Trace read_trace(const Place& path);

/// The same for a chain that may not have written its first row: nothing if the file is missing or has no
/// header yet.
std::optional<Trace> read_trace_so_far(const Place& path);

}  // namespace themata
