#include "themata/store/trace_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"

namespace themata {

namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

/// Takes the next line off the front of `text`; drops a carriage return at its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

class TraceParser {
 public:
  explicit TraceParser(std::string file) : file_(std::move(file)) {}

  void add(std::string_view line) {
    ++line_;
    if (line.empty() || line.front() == '#') return;
    const std::vector<std::string_view> fields = fields_of(line);
    if (trace_.names.empty()) {
      trace_.names.assign(fields.begin(), fields.end());
      trace_.columns.resize(fields.size());
      return;
    }
    if (fields.size() != trace_.names.size())
      throw InputError(file_, line_,
                       fmt::format("has {} fields; the header has {}", fields.size(), trace_.names.size()));
    for (std::size_t i = 0; i < fields.size(); ++i) trace_.columns[i].push_back(number(fields[i]));
  }

  bool has_header() const { return !trace_.names.empty(); }
  Trace take() { return std::move(trace_); }

 private:
  double number(std::string_view field) const {
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size())
      throw InputError(file_, line_, fmt::format("'{}' is not a number", field));
    return value;
  }

  std::string file_;
  std::uint64_t line_ = 0;
  Trace trace_;
};

TraceParser parse(const Place& path) {
  const MappedFile file(path);
  std::string_view text(file.size == 0 ? "" : file.data, file.size);
  TraceParser parser(path.string());
  while (text.find('\n') != std::string_view::npos) parser.add(take_line(text));
  return parser;
}

}  // namespace

const std::vector<double>& Trace::column(const std::string& name) const {
  static const std::vector<double> none;
  const auto it = std::find(names.begin(), names.end(), name);
  return it == names.end() ? none : columns[static_cast<std::size_t>(it - names.begin())];
}

std::size_t Trace::first_after(std::uint64_t sweep) const {
  const std::vector<double>& sweeps = column("sweep");
  const auto first = std::ranges::find_if(sweeps, [&](double s) { return s > static_cast<double>(sweep); });
  return first == sweeps.end() ? n_rows() : static_cast<std::size_t>(first - sweeps.begin());
}

Trace read_trace(const Place& path) {
  TraceParser parser = parse(path);
  if (!parser.has_header())
    throw InputError(path.string(), 0, InputFault{"has no header line", "the names of the columns"});
  return parser.take();
}

std::optional<Trace> read_trace_so_far(const Place& path) {
  if (!exists(path)) return std::nullopt;
  TraceParser parser = parse(path);
  return parser.has_header() ? std::optional(parser.take()) : std::nullopt;
}

}  // namespace themata
