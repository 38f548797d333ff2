#include "themata/corpus/text/word_list.hpp"

#include <algorithm>
#include <optional>

#include "themata/io/plain_text.hpp"

namespace themata::text {

namespace {

constexpr std::size_t most_words_of_an_entry = 3;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::vector<std::string> split_at_blanks(std::string_view text) {
  std::vector<std::string> parts;
  for (text = without_blanks(text); !text.empty(); text = without_blanks(text)) {
    const auto end = static_cast<std::size_t>(std::ranges::find_if(text, is_blank) - text.begin());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

/// What closes a quote that opens an entry; nothing for another character. Typographic ones are left to the
/// rules for words.
bool is_quote(char c) { return c == '"' || c == '\''; }

/// The end of the quoted entry that begins with the quote at `at`: the position of the quote before a
/// separator. Apostrophes within words are no end.
std::optional<std::size_t> end_of_quote(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      continue;
    }
    if (text[i] != quote) continue;
    std::size_t next = i + 1;
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
    const bool ends = next == text.size() ||
                      std::string_view(",;])}\r\n").find(text[next]) != std::string_view::npos ||
                      (next > i + 1 && is_quote(text[next])) || (next > i + 1 && quote == '"');
    if (ends) return i;
  }
  return std::nullopt;
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

/// Reads entries at separators and out of quotes. What is in no quotes goes to `plain`.
class Entries {
 public:
  /// @param is_end  characters that end an entry
  Entries(std::string_view text, std::string_view ends) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (is_quote(c) && without_blanks(entry_).empty())
        if (const auto end = end_of_quote(text, i)) {
          add(without_escapes(text.substr(i + 1, *end - i - 1)));
          entry_.clear();
          i = *end;
          continue;
        }
      if (ends.find(c) != std::string_view::npos) {
        finish();
        continue;
      }
      entry_ += c;
    }
    finish();
  }

  std::vector<std::string> take() { return std::move(entries_); }

 private:
  void add(std::string_view entry) {
    entry = without_blanks(entry);
    if (!entry.empty()) entries_.emplace_back(entry);
  }
  void finish() {
    add(entry_);
    entry_.clear();
  }

  std::string entry_;
  std::vector<std::string> entries_;
};

/// Without brackets around all of it: [...], (...), {...}, c(...), words = c(...).
std::string_view without_brackets(std::string_view text) {
  text = without_blanks(text);
  while (!text.empty() && (text.back() == ';' || text.back() == ','))
    text = without_blanks(text.substr(0, text.size() - 1));
  if (text.empty() || std::string_view("])}").find(text.back()) == std::string_view::npos) return text;
  const std::size_t open = text.find_first_of("[({");
  if (open == std::string_view::npos) return text;
  const std::string_view before = without_blanks(text.substr(0, open));
  const bool is_call = before.empty() || before == "c" || before.ends_with("=") || before.ends_with("= c") ||
                       before.ends_with("<- c") || before.ends_with("=c") || before.ends_with("<-c") ||
                       before.ends_with("set");
  if (!is_call) return text;
  return without_brackets(text.substr(open + 1, text.size() - open - 2));
}

/// Whether commas or semicolons separate entries: a line of punctuation alone is an entry of a list for texts
/// whose words are separated already.
bool has_separators(std::string_view text) {
  return std::ranges::any_of(split_at_blanks(text), [](std::string_view part) {
    const auto is_separator = [](char c) { return c == ',' || c == ';'; };
    return std::ranges::any_of(part, is_separator) && !std::ranges::all_of(part, is_separator);
  });
}

bool has_quoted_entry(std::string_view text) {
  bool begins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins && text[i] == '"' && end_of_quote(text, i)) return true;
    begins = is_blank(text[i]) || text[i] == ',' || text[i] == ';';
  }
  return false;
}

}  // namespace

std::string_view without_comment(std::string_view line) {
  std::size_t end = line.find('|');
  for (std::size_t i = line.find('#'); i != std::string_view::npos; i = line.find('#', i + 1)) {
    const std::string_view before = line.substr(0, i), after = line.substr(i + 1);
    const bool is_apart = before.empty() || is_blank(before.back());
    const bool is_word = !after.empty() && !is_blank(after.front()) && after.front() != '#';
    if (!is_apart || (is_word && (!without_blanks(before).empty() || split_at_blanks(after).size() < 2)))
      continue;
    end = std::min(end, i);
    break;
  }
  return end == std::string_view::npos ? line : line.substr(0, end);
}

namespace {

enum class Lines { words, entries };

std::vector<std::string> read_list(std::string_view text, Lines meant) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string plain;
  std::size_t lines = 0, most_words = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = without_comment(text.substr(begin, end - begin));
    const std::size_t words = split_at_blanks(line).size();
    lines += words > 0 ? 1 : 0;
    most_words = std::max(most_words, words);
    plain += line;
    plain += '\n';
    begin = end + 1;
  }
  const std::string_view inner = without_brackets(plain);
  if (has_separators(inner) || has_quoted_entry(inner)) return Entries(inner, ",;\n").take();
  if (inner.empty()) return {};
  // Brackets without what they hold together are words of texts that are cut already.
  if (meant == Lines::entries || (lines > 1 && most_words <= most_words_of_an_entry))
    return Entries(plain, "\n").take();
  return split_at_blanks(plain);
}

}  // namespace

std::vector<std::string> read_word_list(std::string_view text) { return read_list(text, Lines::words); }
std::vector<std::string> read_phrase_list(std::string_view text) { return read_list(text, Lines::entries); }

std::vector<std::string> read_word_line(std::string_view line) {
  const std::string_view inner = without_brackets(without_comment(line));
  if (has_separators(inner)) return Entries(inner, ",;").take();
  return Entries(inner, " \t").take();
}

bool is_pattern(std::string_view entry) {
  return entry.find('*') != std::string_view::npos &&
         std::ranges::any_of(entry, [](char c) { return c != '*'; });
}

bool matches(std::string_view pattern, std::string_view word) {
  std::size_t p = 0, w = 0, star = std::string_view::npos, from = 0;
  while (w < word.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = w;
    } else if (p < pattern.size() && pattern[p] == word[w]) {
      ++p;
      ++w;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      w = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace themata::text
