#include <fmt/core.h>
#include <simdjson.h>

#include <algorithm>

#include "themata/corpus/read/bag.hpp"
#include "themata/corpus/read/field_names.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/corpus/read/named_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

// One JSON object per line.

namespace themata::read {

namespace {

namespace dom = simdjson::dom;

/// Visits what of a JSON text is in no string. visit(piece, position) returns what stands in its place.
template <class Visit>
std::string outside_strings(std::string_view json, const Visit& visit) {
  std::string result;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t quote = std::min(json.find('"', at), json.size());
    result += visit(json.substr(at, quote - at));
    std::size_t end = quote + 1;
    while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
    at = std::min(end + 1, json.size());
    if (quote < json.size()) result += json.substr(quote, at - quote);
  }
  return result;
}

/// Whole numbers of more digits than numbers of JSON's readers have, such as ids, in quotes: they are kept as
/// they were written.
std::string long_numbers_as_texts(std::string_view json) {
  constexpr std::size_t most_digits = 18;
  constexpr std::string_view of_numbers = "+-.eE0123456789";
  return outside_strings(json, [&](std::string_view piece) {
    std::string result;
    for (std::size_t i = 0; i < piece.size();) {
      const std::size_t end = std::min(piece.find_first_not_of(of_numbers, i), piece.size());
      const std::string_view number = piece.substr(i, end - i);
      const bool is_long =
          number.size() > most_digits && number.find_first_of(".eE") == std::string_view::npos;
      if (is_long)
        result.append(1, '"').append(number).append(1, '"');
      else
        result += number;
      i = end;
      if (i < piece.size()) result += piece[i++];
    }
    return result;
  });
}

/// Half of a character beyond the first 65,536, as \\ud83d without its other half; "" if there is none.
std::string half_character(std::string_view json) {
  const auto half_at = [&](std::size_t i) -> char {
    if (i + 6 > json.size() || json[i] != '\\' || json[i + 1] != 'u' || (json[i + 2] | 0x20) != 'd') return 0;
    const char third = static_cast<char>(json[i + 3] | 0x20);
    if (third == '8' || third == '9' || third == 'a' || third == 'b') return 'h';
    return third >= 'c' && third <= 'f' ? 'l' : '\0';
  };
  for (std::size_t i = 0; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') continue;
    const char half = half_at(i);
    if (half == 'h' && half_at(i + 6) == 'l')
      i += 11;
    else if (half != 0)
      return std::string(json.substr(i, 6));
    else
      ++i;
  }
  return "";
}

/// What is wrong with a line that is no JSON object, by its name where it has one.
InputFault fault_of(std::string_view json, simdjson::error_code error) {
  std::string word;
  outside_strings(json, [&](std::string_view piece) {
    for (const std::string_view no_json : {"NaN", "Infinity", "undefined", "None", "True", "False"})
      if (word.empty() && piece.find(no_json) != std::string_view::npos) word = no_json;
    return std::string();
  });
  if (!word.empty())
    return InputFault{fmt::format("has {}, which is no value of JSON", word),
                      word == "True" || word == "False" ? "true or false, in small letters" : "null"};
  if (const std::string half = half_character(json); !half.empty())
    return InputFault{fmt::format("has {} without its other half: no character", half),
                      "both halves, as in \\ud83d\\ude00, or none"};
  const std::size_t first = json.find_first_not_of(" \t\r");
  if (first != std::string_view::npos &&
      json.find_first_not_of(" \t\r}", first + 1) == std::string_view::npos)
    return InputFault{"is a part of a JSON object that goes over several lines", "one JSON object per line"};
  if (json.find('\'') < json.find('"'))
    return InputFault{"has texts in single quotes, as Python shows them",
                      "JSON, whose quotes are double (json.dumps)"};
  return InputFault{fmt::format("is not one JSON object: {}", simdjson::error_message(error))};
}

/// Reads the wanted fields of JSON objects; keeps the parser's memory from one to the next.
class ObjectReader {
 public:
  explicit ObjectReader(FieldOptions fields) : fields_(std::move(fields)) {
    if (fields_.text.empty() && fields_.key.empty() && fields_.counts.empty()) fields_.text = {"text"};
  }

  void operator()(const Record& record, RawDocument& document) {
    if (record.bytes.starts_with('[')) refuse(record, InputFault{"is a JSON array", "one object per line"});
    dom::element root;
    // The batch has the padding that the parser requires after its input, so that no copy is needed.
    auto error = parser_.parse(record.bytes.data(), record.bytes.size(), false).get(root);
    if (error == simdjson::NUMBER_ERROR) {
      with_long_numbers_ = long_numbers_as_texts(record.bytes);
      error = parser_.parse(with_long_numbers_).get(root);
    }
    if (error != simdjson::SUCCESS) refuse(record, fault_of(record.bytes, error));
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS)
      refuse(record, InputFault{"is JSON but not an object", "one object per line"});
    if (!knows_names_) find_names(object);
    if (!fields_.key.empty()) document.key = name_in(record, fields_.key, field(record, object, fields_.key));
    read_id(record, object, document);
    for (const std::string& name : fields_.text)
      add_text(record, name, field(record, object, name), document.text);
    if (!fields_.counts.empty()) add_counts(record, field(record, object, fields_.counts), document);
    if (!fields_.labels.empty()) read_labels(record, field(record, object, fields_.labels), document);
    if (!fields_.metadata.empty() || fields_.all_metadata) read_metadata(record, object, document);
  }

 private:
  [[noreturn]] static void refuse(const Record& record, InputFault fault) {
    throw InputError(*record.file, record.line, std::move(fault));
  }

  /// Which of the names in lists have commas, by the first object that is read.
  void find_names(dom::object object) {
    const auto exists = [&](const std::string& name) {
      dom::element found;
      return object.at_key(name).get(found) == simdjson::SUCCESS;
    };
    for (std::vector<std::string>* names : {&fields_.text, &fields_.metadata})
      if (names->size() > 1) *names = names_in_list(*names, exists);
    knows_names_ = true;
  }

  dom::element field(const Record& record, dom::object object, const std::string& name) const {
    dom::element found;
    if (object.at_key(name).get(found) == simdjson::SUCCESS) return found;
    const std::string sought = in_nfc(name);
    for (const auto entry : object)
      if (in_nfc(entry.key) == sought) return entry.value;
    std::vector<std::string_view> names;
    for (const auto entry : object) names.push_back(entry.key);
    const std::string has = names.empty() ? "no fields" : fmt::format("'{}'", listed(names, "', '"));
    const bool is_text = std::ranges::find(fields_.text, name) != fields_.text.end();
    refuse(record, InputFault{fmt::format("the object has no field '{}'; it has {}{}", name, has,
                                          is_text ? advice_on_objects(object) : "")});
  }

  /// Names a field that may have counts of words in place of a text, as the end of a message; or "".
  static std::string advice_on_objects(dom::object object) {
    for (const auto entry : object) {
      dom::object counts;
      if (entry.value.get(counts) != simdjson::SUCCESS || counts.size() == 0) continue;
      bool has_numbers = true;
      for (const auto count : counts) has_numbers = has_numbers && count.value.is_number();
      if (has_numbers)
        return fmt::format("; if '{}' has counts of words, give `counts` {}", entry.key, entry.key);
    }
    return "";
  }

  void read_id(const Record& record, dom::object object, RawDocument& document) const {
    dom::element found;
    if (fields_.id.empty() && !fields_.key.empty()) return;
    if (fields_.id.empty() && object.at_key("id").get(found) != simdjson::SUCCESS) return;
    if (!fields_.id.empty()) found = field(record, object, fields_.id);
    document.id = name_in(record, fields_.id.empty() ? "id" : fields_.id, found);
  }

  /// A text or a number that names a document; "" for null.
  static std::string name_in(const Record& record, const std::string& name, dom::element value) {
    if (value.is_null()) return "";
    if (value.is_array() || value.is_object())
      refuse(record, InputFault{fmt::format("the field '{}' is {}", name,
                                            value.is_array() ? "an array" : "an object"),
                                "a text or a number"});
    return scalar(value);
  }

  /// A string as it is, any other scalar as JSON writes it.
  static std::string scalar(dom::element value) {
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) return std::string(text);
    return simdjson::minify(value);
  }

  static void add_text(const Record& record, const std::string& name, dom::element value, std::string& text) {
    if (value.is_null()) return;
    std::string_view part;
    if (value.get(part) == simdjson::SUCCESS) {
      append_line(text, part);
      return;
    }
    dom::array parts;
    if (value.get(parts) != simdjson::SUCCESS) refuse_text(record, name);
    for (const dom::element each : parts) {
      if (each.get(part) != simdjson::SUCCESS) refuse_text(record, name);
      append_line(text, part);
    }
  }

  [[noreturn]] static void refuse_text(const Record& record, const std::string& name) {
    refuse(record, InputFault{fmt::format("the field '{}' is not a text", name),
                              "a text, an array of texts, or null"});
  }

  static void append_line(std::string& text, std::string_view part) {
    if (!text.empty()) text.push_back('\n');
    text.append(part);
  }

  /// Counts as an object, {"ship": 3}, or as pairs, [["ship", 3]].
  void add_counts(const Record& record, dom::element value, RawDocument& document) const {
    dom::object object;
    dom::array pairs;
    if (value.is_null()) return;
    if (value.get(object) == simdjson::SUCCESS) {
      for (const auto entry : object) add_count(record, entry.key, entry.value, document);
      return;
    }
    if (value.get(pairs) != simdjson::SUCCESS) refuse_counts(record);
    for (const dom::element each : pairs) {
      dom::array pair;
      std::string_view word;
      const bool is_pair = each.get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
                           pair.at(0).get(word) == simdjson::SUCCESS;
      if (!is_pair) refuse_counts(record);
      add_count(record, word, pair.at(1).value(), document);
    }
  }

  void add_count(const Record& record, std::string_view word, dom::element value,
                 RawDocument& document) const {
    if (value.is_null()) return;
    std::uint64_t whole = 0;
    if (value.get(whole) == simdjson::SUCCESS && whole <= largest_count) {
      document.counts.push_back({normal_word(word), whole});
      return;
    }
    const std::string text = value.is_number() ? simdjson::minify(value) : "";
    const std::optional<std::uint64_t> count = count_in_text(text);
    if (!count)
      refuse(record, InputFault{fmt::format("the count of '{}' in '{}' is {}", one_line(word), fields_.counts,
                                            value.is_object()  ? "an object"
                                            : value.is_array() ? "an array"
                                                               : simdjson::minify(value)),
                                expected_count()});
    document.counts.push_back({normal_word(word), *count});
  }

  [[noreturn]] void refuse_counts(const Record& record) const {
    refuse(record, InputFault{fmt::format("the field '{}' has no counts of words", fields_.counts),
                              R"(an object such as {"ship": 3}, pairs [["ship", 3]], or null)"});
  }

  void read_labels(const Record& record, dom::element value, RawDocument& document) const {
    dom::array values;
    if (value.is_null()) return;
    if (value.get(values) != simdjson::SUCCESS) {
      add_label(record, value, document);
      return;
    }
    for (const dom::element each : values) add_label(record, each, document);
  }

  void add_label(const Record& record, dom::element value, RawDocument& document) const {
    if (value.is_array() || value.is_object() || value.is_null())
      refuse(record, InputFault{fmt::format("the labels in '{}' are not texts or numbers", fields_.labels),
                                "one, or an array of them"});
    for (std::string& label : split_labels(scalar(value), fields_.label_separator))
      document.labels.push_back(std::move(label));
  }

  void read_metadata(const Record& record, dom::object object, RawDocument& document) const {
    if (fields_.all_metadata) document.metadata = simdjson::minify(object);
    if (fields_.all_metadata) return;
    for (const std::string& name : fields_.metadata) {
      document.metadata += document.metadata.empty() ? "{" : ",";
      document.metadata += json_text(name) + ":";
      document.metadata += simdjson::minify(field(record, object, name));
    }
    document.metadata += "}";
  }

  FieldOptions fields_;
  bool knows_names_ = false;
  dom::parser parser_;
  std::string with_long_numbers_;  ///< the text that the parser has read, if it was changed
};

}  // namespace

std::vector<std::string> jsonl_columns(LineReader& lines) {
  std::string bytes;
  const std::optional<std::uint64_t> line = next_line_with_text(lines, bytes);
  if (!line) return {};
  dom::parser parser;
  dom::object object;
  if (parser.parse(bytes).get(object) != simdjson::SUCCESS)
    throw InputError(lines.name(), *line, InputFault{"is not one JSON object"});
  std::vector<std::string> names;
  for (const auto entry : object) names.emplace_back(entry.key);
  return names;
}

LineFormat jsonl_format(const FieldOptions& fields) {
  MakeParse make = [fields] {
    auto reader = std::make_shared<ObjectReader>(fields);
    return [reader](const Record& record, RawDocument& document) { (*reader)(record, document); };
  };
  return {[make](LineReader&, std::vector<std::string>&) -> MakeParse { return make; }, next_line_with_text};
}

}  // namespace themata::read
