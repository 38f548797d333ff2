#include "themata/corpus/read/delimited_records.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/corpus/read/field_names.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata::read {

namespace {

/// Scans a record byte by byte, and tracks whether a quoted field is open.
class QuoteScanner {
 public:
  explicit QuoteScanner(const Dialect& dialect) : dialect_(dialect) {}

  /// @returns false if something other than the delimiter follows a closing quote
  bool take(char c) {
    switch (state_) {
      case State::field_start:
        state_ = c == '"' ? State::quoted : (c == dialect_.delimiter ? State::field_start : State::bare);
        return true;
      case State::bare:
        if (c == dialect_.delimiter) state_ = State::field_start;
        return true;
      case State::quoted:
        if (c == '"') state_ = State::quote_in_quoted;
        if (c == '\\' && dialect_.has_escapes()) state_ = State::escaped;
        return true;
      case State::escaped:
        state_ = State::quoted;
        return true;
      case State::quote_in_quoted:
        state_ = c == '"' ? State::quoted : State::field_start;
        return c == '"' || c == dialect_.delimiter;
    }
    return false;
  }
  bool is_open() const { return state_ == State::quoted || state_ == State::escaped; }
  std::string_view hint() const { return dialect_.hint; }

 private:
  enum class State { field_start, bare, quoted, escaped, quote_in_quoted };
  Dialect dialect_;
  State state_ = State::field_start;
};

void scan(LineReader& lines, QuoteScanner& scanner, std::string_view line) {
  for (const char c : line)
    if (!scanner.take(c))
      lines.refuse(
          InputFault{"text follows a closing quote", fmt::format("the delimiter{}", scanner.hint())});
}

/// Appends to the first line of a record, which is there from `begin` on, those that follow while a quote is
/// open.
void finish_record(LineReader& lines, std::string& bytes, std::size_t begin, const Dialect& dialect) {
  const std::uint64_t first = lines.line();
  if (!dialect.has_quotes()) return;
  if (std::string_view(bytes).substr(begin).find('"') == std::string_view::npos) return;
  QuoteScanner scanner(dialect);
  scan(lines, scanner, std::string_view(bytes).substr(begin));
  std::string_view line;
  while (scanner.is_open()) {
    const bool too_long = bytes.size() - begin > longest_record;
    if (too_long || !lines.next(line))
      throw InputError(
          lines.name(), first,
          too_long ? fmt::format("a quote that opens in this record is not closed within {} bytes{}",
                                 longest_record, dialect.hint)
                   : fmt::format("a quote that opens in this record is never closed{}", dialect.hint));
    bytes.push_back('\n');
    scanner.take('\n');
    scan(lines, scanner, line);
    bytes.append(line);
  }
}

/// The separator that Excel names in a first line of its own, such as sep=;
std::optional<char> named_separator(std::string_view line) {
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  const bool is_one = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
  return is_one && line[4] != '"' ? std::optional(line[4]) : std::nullopt;
}

/// Of comma, semicolon and tab the one that a header line has most often outside quotes; the first of those
/// that it has equally often.
char find_separator(std::string_view header, Quoting quoting) {
  constexpr std::string_view candidates = ",;\t";
  std::size_t counts[candidates.size()] = {};
  bool quoted = false;
  for (const char c : header) {
    if (c == '"' && quoting != Quoting::none) quoted = !quoted;
    const std::size_t candidate = quoted ? std::string_view::npos : candidates.find(c);
    if (candidate != std::string_view::npos) ++counts[candidate];
  }
  return candidates[static_cast<std::size_t>(std::ranges::max_element(counts) - std::begin(counts))];
}

/// Takes the text of a quote off the front of `rest`, which begins with it.
std::string take_quoted(std::string_view& rest, const Dialect& dialect) {
  const std::string_view marks = dialect.has_escapes() ? "\"\\" : "\"";
  std::string text;
  std::size_t at = 1;
  while (at < rest.size()) {
    const std::size_t mark = std::min(rest.find_first_of(marks, at), rest.size());
    text.append(rest.substr(at, mark - at));
    at = mark + 1;
    const bool is_escape = mark < rest.size() && rest[mark] == '\\',
               is_doubled = at < rest.size() && rest[at] == '"';
    if (!is_escape && !is_doubled) break;
    if (at < rest.size()) text.push_back(rest[at++]);
  }
  rest.remove_prefix(std::min(at, rest.size()));
  return text;
}

/// Whether what separates fields is found from the header line; otherwise it is the tab.
bool finds_separator(const ImportOptions& options, const std::string& file) {
  const bool is_of_counts = options.format == Format::document_term || options.format == Format::tidy;
  return options.format == Format::csv || (is_of_counts && guess_format(file) != Format::tsv);
}

}  // namespace

std::optional<std::uint64_t> next_record(LineReader& lines, std::string& bytes, const Dialect& dialect) {
  const std::size_t begin = bytes.size();
  const std::optional<std::uint64_t> first = next_line_with_text(lines, bytes);
  if (first) finish_record(lines, bytes, begin, dialect);
  return first;
}

std::string take_header(LineReader& lines, Dialect& dialect, const ImportOptions& options,
                        std::vector<std::string>& notes) {
  std::string header;
  const auto take_line = [&] {
    header.clear();
    if (!next_line_with_text(lines, header))
      throw InputError(lines.name(), 0,
                       InputFault{"is empty", "a header line with the names of the columns"});
  };
  const bool finds = finds_separator(options, lines.name());
  dialect.delimiter = finds ? ',' : '\t';
  take_line();
  const std::optional<char> named = finds ? named_separator(header) : std::nullopt;
  if (named) take_line();
  if (options.separator) {
    dialect.delimiter = *options.separator;
  } else if (finds) {
    dialect.delimiter = named ? *named : find_separator(header, dialect.quoting);
    if (dialect.delimiter != ',')
      notes.push_back(fmt::format("{}: fields are separated by {}, as its {} (`separator` says otherwise)",
                                  lines.name(),
                                  dialect.delimiter == '\t' ? "tabs" : fmt::format("'{}'", dialect.delimiter),
                                  named ? "first line says" : "header line has most of them"));
  }
  finish_record(lines, header, 0, dialect);
  return header;
}

std::optional<std::string_view> FieldCutter::next() {
  if (!more_) return std::nullopt;
  const bool is_quoted = dialect_.has_quotes() && rest_.starts_with('"');
  if (is_quoted) quoted_ = take_quoted(rest_, dialect_);
  const std::size_t end = std::min(rest_.find(dialect_.delimiter), rest_.size());
  const std::string_view field = rest_.substr(0, end);
  more_ = end < rest_.size();
  rest_.remove_prefix(more_ ? end + 1 : end);
  if (!is_quoted) return field;
  quoted_.append(field);
  return quoted_;
}

std::vector<std::string> split_fields(std::string_view record, const Dialect& dialect) {
  std::vector<std::string> fields;
  FieldCutter cutter(record, dialect);
  while (const auto field = cutter.next()) fields.emplace_back(*field);
  return fields;
}

std::vector<std::vector<std::string>> DelimitedFile::peek(LineReader& lines, std::size_t n) {
  first.clear();
  std::vector<std::vector<std::string>> records;
  while (records.size() < n) {
    std::string bytes;
    const auto line = next_record(lines, bytes, dialect);
    if (!line) break;
    records.push_back(split_fields(bytes, dialect));
    first.emplace_back(std::move(bytes), *line);
  }
  return records;
}

std::optional<std::uint64_t> DelimitedFile::next(LineReader& lines, std::string& bytes) {
  if (first.empty()) return next_record(lines, bytes, dialect);
  bytes += first.front().first;
  const std::uint64_t line = first.front().second;
  first.pop_front();
  return line;
}

bool begin_with_numbers(const std::vector<std::vector<std::string>>& first, std::size_t n_columns) {
  const auto is_numbered = [&](std::size_t i) {
    return first[i].size() == n_columns + 1 && first[i].front() == std::to_string(i + 1);
  };
  return first.size() == 2 && is_numbered(0) && is_numbered(1);
}

std::string quoted_names(const std::vector<std::string>& names) {
  constexpr std::size_t many = 20, some = 10;
  if (names.size() <= many) return fmt::format("'{}'", listed(names, "', '"));
  const std::vector<std::string> first(names.begin(), names.begin() + some);
  return fmt::format("'{}' and {} others", listed(first, "', '"), digit_groups(names.size() - some));
}

std::size_t column_named(const std::vector<std::string>& header, const std::string& name,
                         const LineReader& lines) {
  const auto is_it = [&, sought = in_nfc(name)](const std::string& column) {
    return in_nfc(column) == sought;
  };
  const auto found = std::ranges::find_if(header, is_it);
  if (found == header.end())
    lines.refuse(fmt::format("the header has no column '{}'; it has {}", name, quoted_names(header)));
  if (std::find_if(found + 1, header.end(), is_it) != header.end())
    lines.refuse(fmt::format("the header has two columns '{}'", name));
  return static_cast<std::size_t>(found - header.begin());
}

std::vector<std::string> names_in(const std::vector<std::string>& pieces,
                                  const std::vector<std::string>& header) {
  const auto is_column = [&](const std::string& name) {
    const std::string sought = in_nfc(name);
    return std::ranges::any_of(header, [&](const std::string& column) { return in_nfc(column) == sought; });
  };
  return names_in_list(pieces, is_column);
}

}  // namespace themata::read
