#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace themata::text {

/// How Unicode's word boundary rules (UAX 29) classify an ASCII character, as ICU's root locale reads them
/// (no colon within words).
enum class AsciiClass : std::uint8_t { other, letter, digit, between_both, between_digits, connector };

constexpr std::array<AsciiClass, 256> make_ascii_classes() {
  std::array<AsciiClass, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = AsciiClass::letter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = AsciiClass::letter;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = AsciiClass::digit;
  classes['.'] = classes['\''] = AsciiClass::between_both;
  classes[','] = classes[';'] = AsciiClass::between_digits;
  classes['_'] = AsciiClass::connector;
  return classes;
}

inline constexpr std::array<AsciiClass, 256> ascii_classes = make_ascii_classes();

/// The end of the word that begins at `at`: rules WB5 to WB13b for ASCII.
inline std::size_t ascii_word_end(std::string_view text, std::size_t at) {
  const auto class_at = [text](std::size_t i) {
    return i < text.size() ? ascii_classes[static_cast<unsigned char>(text[i])] : AsciiClass::other;
  };
  const auto within = [](AsciiClass c) {
    return c == AsciiClass::letter || c == AsciiClass::digit || c == AsciiClass::connector;
  };
  while (true) {
    const AsciiClass last = class_at(at);
    const AsciiClass next = class_at(++at);
    if (within(next)) continue;
    const bool joins_digits = next == AsciiClass::between_both || next == AsciiClass::between_digits;
    const bool joins_letters = next == AsciiClass::between_both;
    const bool joined =
        (last == AsciiClass::letter && joins_letters) || (last == AsciiClass::digit && joins_digits);
    if (!joined || class_at(at + 1) != last) return at;
    ++at;
  }
}

/// Calls `sink` with every word of ASCII text: a segment between two UAX 29 boundaries that contains a letter
/// or a digit, without underscores at its ends.
template <class Sink>
void for_each_ascii_word(std::string_view text, Sink&& sink) {
  std::size_t at = 0;
  while (at < text.size()) {
    const AsciiClass first = ascii_classes[static_cast<unsigned char>(text[at])];
    if (first != AsciiClass::letter && first != AsciiClass::digit && first != AsciiClass::connector) {
      ++at;
      continue;
    }
    const std::size_t end = ascii_word_end(text, at);
    std::string_view word = text.substr(at, end - at);
    while (word.starts_with('_')) word.remove_prefix(1);
    while (word.ends_with('_')) word.remove_suffix(1);
    if (!word.empty()) sink(word);
    at = end;
  }
}

}  // namespace themata::text
