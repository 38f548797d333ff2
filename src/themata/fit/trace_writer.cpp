#include "themata/fit/trace_writer.hpp"

#include <fmt/format.h>

namespace themata {

void TraceWriter::write_header(const std::vector<std::pair<std::string, double>>& values) {
  if (rows_.has_header()) return;
  std::string header = "lp__,sweep,word_part,topics";
  for (const auto& [name, value] : values) header += "," + name;
  rows_.write_header(header + ",seconds");
}

void TraceWriter::write(const TraceRow& row) {
  std::string line =
      fmt::format("{:.17g},{},{:.17g},{}", row.log_posterior, row.sweep, row.word_part, row.topics);
  for (const auto& [name, value] : row.values) line += fmt::format(",{:.17g}", value);
  rows_.write_row(line + fmt::format(",{:.3f}", row.seconds));
}

}  // namespace themata
