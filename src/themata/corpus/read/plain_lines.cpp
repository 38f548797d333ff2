#include <fmt/core.h>

#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"

// Two formats of one document per line: plain text, and MALLET's "id label text".

namespace themata::read {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Takes the next piece between blanks off the front of `rest`.
std::string_view take_piece(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && !is_blank(rest[end])) ++end;
  const std::string_view piece = rest.substr(0, end);
  rest.remove_prefix(end);
  return piece;
}

void parse_mallet(const Record& record, const FieldOptions& fields, RawDocument& document) {
  std::string_view rest = record.bytes;
  document.id = take_piece(rest);
  const std::string_view label = take_piece(rest);
  if (label.empty() && !document.id.empty())
    throw InputError(*record.file, record.line, InputFault{"has only one word", "'id label text'"});
  document.labels = split_labels(label, fields.label_separator);
  document.text = rest;
}

}  // namespace

LineFormat plain_lines_format() {
  MakeParse make = [] {
    return [](const Record& record, RawDocument& document) { document.text = record.bytes; };
  };
  return {[make](LineReader&, std::vector<std::string>&) -> MakeParse { return make; }, next_line};
}

LineFormat mallet_format(const FieldOptions& fields) {
  MakeParse make = [fields] {
    return [fields](const Record& record, RawDocument& document) { parse_mallet(record, fields, document); };
  };
  return {[make](LineReader&, std::vector<std::string>&) -> MakeParse { return make; }, next_line};
}

}  // namespace themata::read
