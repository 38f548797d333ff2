#include "themata/effects/formula.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::size_t most_df = 30;
constexpr std::size_t most_terms = 1000;  // each `*` doubles them

class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : text_(text) {}

  std::vector<FormulaTerm> parse() {
    skip_space();
    if (!take('~')) refuse("`~` first: topics are chosen with `topics`, not in the formula");
    add(product());
    while (take('+')) add(product());
    if (place_ < text_.size()) refuse("`+`, `*`, `:` or the end");
    return std::move(terms_);
  }

 private:
  [[noreturn]] void refuse(std::string_view expected) const {
    const std::string found =
        place_ < text_.size()
            ? fmt::format("has '{}' at character {}", one_line(text_.substr(place_, 12)), place_ + 1)
            : "ends too early";
    throw UsageError(fmt::format("`formula` {} {}; expected {}", one_line(text_), found, expected));
  }

  void skip_space() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }

  bool take(char symbol) {
    if (place_ >= text_.size() || text_[place_] != symbol) return false;
    ++place_;
    skip_space();
    return true;
  }

  static bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || static_cast<unsigned char>(c) >= 0x80;
  }

  std::string name() {
    std::string found;
    if (take_quote()) {
      const std::size_t end = text_.find('`', place_);
      if (end == std::string_view::npos || end == place_) refuse("a name between backquotes");
      found = text_.substr(place_, end - place_);
      place_ = end + 1;
    } else {
      while (place_ < text_.size() && in_name(text_[place_])) found += text_[place_++];
      if (found.empty()) refuse("the name of a metadata field, s(NAME), factor(NAME) or 1");
    }
    skip_space();
    return found;
  }

  bool take_quote() {
    if (place_ >= text_.size() || text_[place_] != '`') return false;
    ++place_;
    return true;
  }

  std::size_t df() {
    std::size_t value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [after, error] = std::from_chars(text_.data() + place_, end, value);
    if (error != std::errc() || value < 1 || value > most_df)
      refuse(fmt::format("a number of columns from 1 to {}", most_df));
    place_ = static_cast<std::size_t>(after - text_.data());
    skip_space();
    return value;
  }

  FormulaPart part() {
    const bool quoted = place_ < text_.size() && text_[place_] == '`';
    const std::string first = name();
    if (quoted || !take('(')) return {first};
    if (first != "s" && first != "factor") {
      throw UsageError(fmt::format("`formula` {} has {}(); expected s(NAME) or factor(NAME)", one_line(text_),
                                   one_line(first)));
    }
    FormulaPart found{name(), first == "s" ? FormulaPart::Form::spline : FormulaPart::Form::factor};
    if (found.form == FormulaPart::Form::spline && take(',')) found.df = df();
    if (!take(')')) refuse("`)`");
    return found;
  }

  /// a, a:b, a*b: the terms that they stand for.
  std::vector<FormulaTerm> product() {
    std::vector<FormulaTerm> found{interaction()};
    while (take('*')) {
      const FormulaTerm next = interaction();
      std::vector<FormulaTerm> crossed;
      crossed.reserve(found.size());
      for (const FormulaTerm& term : found) crossed.push_back(joined(term, next));
      found.push_back(next);
      found.insert(found.end(), crossed.begin(), crossed.end());
      if (found.size() > most_terms) refuse(fmt::format("at most {} terms, or fewer `*`", most_terms));
    }
    return found;
  }

  FormulaTerm interaction() {
    FormulaTerm term = joined({}, {part()});
    while (take(':')) term = joined(term, {part()});
    return term;
  }

  static FormulaTerm joined(FormulaTerm term, const FormulaTerm& others) {
    for (const FormulaPart& other : others)
      if (other.variable != "1" && std::ranges::find(term, other) == term.end()) term.push_back(other);
    return term;
  }

  void add(const std::vector<FormulaTerm>& terms) {
    for (const FormulaTerm& term : terms)
      if (!term.empty() && std::ranges::find(terms_, term) == terms_.end()) terms_.push_back(term);
  }

  std::string_view text_;
  std::size_t place_ = 0;
  std::vector<FormulaTerm> terms_;
};

}  // namespace

std::vector<std::string> Formula::variables() const {
  std::vector<std::string> names;
  for (const FormulaTerm& term : terms)
    for (const FormulaPart& part : term)
      if (std::ranges::find(names, part.variable) == names.end()) names.push_back(part.variable);
  return names;
}

bool Formula::is_always_factor(std::string_view variable) const {
  for (const FormulaTerm& term : terms)
    for (const FormulaPart& part : term)
      if (part.variable == variable && part.form != FormulaPart::Form::factor) return false;
  return true;
}

Formula parse_formula(std::string_view text) { return {std::string(text), FormulaParser(text).parse()}; }

}  // namespace themata
