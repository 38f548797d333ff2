#include "themata/run/trace_writer.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace themata {

namespace {

/// The value of a row's column, in its digits.
std::string field(const TraceRow& row, std::string_view column) {
  if (column == "lp__") return fmt::format("{:.17g}", row.log_posterior);
  if (column == "sweep") return fmt::format("{}", row.sweep);
  if (column == "word_part") return fmt::format("{:.17g}", row.word_part);
  if (column == "topics") return fmt::format("{}", row.topics);
  if (column == "seconds") return fmt::format("{:.3f}", row.seconds);
  const auto value = std::ranges::find(row.values, column, [](const auto& named) { return named.first; });
  return value == row.values.end() ? "nan" : fmt::format("{:.17g}", value->second);
}

}  // namespace

void TraceWriter::write_header(const std::vector<std::pair<std::string, double>>& values) {
  std::string header = "lp__,sweep,word_part,topics";
  for (const auto& [name, value] : values) header += "," + name;
  rows_.write_header(header + ",seconds");
}

void TraceWriter::write(const TraceRow& row) {
  std::string line;
  std::string_view columns = rows_.header();
  while (true) {
    const std::size_t comma = columns.find(',');
    line += field(row, columns.substr(0, comma));
    if (comma == std::string_view::npos) break;
    line += ',';
    columns.remove_prefix(comma + 1);
  }
  rows_.write_row(line);
}

}  // namespace themata
