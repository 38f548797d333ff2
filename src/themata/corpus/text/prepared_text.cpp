#include "themata/corpus/text/prepared_text.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace themata::text {

namespace {

// NOLINTNEXTLINE(readability-function-size): ICU's macro nests deeply
UChar32 character_at(std::string_view text, std::size_t at, std::size_t& end) {
  UChar32 c = 0;
  end = at;
  const char* bytes = text.data();
  U8_NEXT(bytes, end, text.size(), c);
  return c;
}

/// Format characters that are not to be seen. Some scripts have visible ones, which stay.
bool is_unseen(UChar32 c) {
  return c == 0xAD || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

constexpr UChar32 zero_width_space = 0x200B, soft_hyphen = 0xAD, hyphen = 0x2010;

/// The first byte of any of them.
bool may_be_unseen(unsigned char byte) {
  return byte == 0xC2 || byte == 0xD8 || byte == 0xE1 || byte == 0xE2 || byte == 0xEF || byte == 0xF3;
}

/// The end of a line's end after a hyphen, blanks included, if a small letter follows.
std::optional<std::size_t> end_of_line_end(std::string_view text, std::size_t at) {
  const auto skip = [&](std::string_view blanks) {
    while (at < text.size() && blanks.find(text[at]) != std::string_view::npos) ++at;
  };
  skip(" \t");
  const std::size_t line = at;
  skip("\r\n");
  if (at == line) return std::nullopt;
  skip(" \t");
  if (at >= text.size()) return std::nullopt;
  std::size_t end = at;
  return u_islower(character_at(text, at, end)) != 0 ? std::optional(at) : std::nullopt;
}

/// What stands in the place of markup or an address at `at` that is left out.
std::optional<Replacement> left_out_at(std::string_view text, std::size_t at,
                                       const Preparation& preparation) {
  const bool may_be_markup = text[at] == '<' || text[at] == '&';
  if (preparation.markup == Markup::removed && may_be_markup)
    if (auto markup = markup_at(text, at)) return markup;
  if (preparation.addresses == Addresses::removed)
    if (const auto end = end_of_address(text, at)) return Replacement{*end, " "};
  return std::nullopt;
}

/// What stands in the place of a character, and of a line's end after it. @param end  of the character
std::optional<Replacement> replacement_of(UChar32 c, std::string_view text, std::size_t end,
                                          bool after_letter, const Preparation& preparation) {
  const bool is_hyphen = c == '-' || c == hyphen || c == soft_hyphen;
  if (is_hyphen && after_letter && preparation.line_ends == LineEnds::joined)
    if (const auto next_line = end_of_line_end(text, end)) return Replacement{*next_line, ""};
  if (is_unseen(c)) return Replacement{end, c == zero_width_space ? " " : ""};
  const bool is_dotless = preparation.small_i == SmallI::dotless;
  if (is_dotless && c == 'I') return Replacement{end, "\u0131"};
  if (is_dotless && c == 0x130) return Replacement{end, "i"};
  return std::nullopt;
}

/// The next byte from `at` on that may begin a character that nobody sees.
std::size_t find_unseen(std::string_view text, std::size_t at) {
  while ((at = find_beyond_ascii(text, at)) < text.size() &&
         !may_be_unseen(static_cast<unsigned char>(text[at])))
    ++at;
  return at;
}

}  // namespace

std::size_t find_beyond_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  while (at + 8 <= text.size()) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, 8);
    if ((eight & high_bits) != 0) break;
    at += 8;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

PreparedText::PreparedText(std::string_view text, const Preparation& preparation) : original_(text) {
  const bool is_usual = preparation == Preparation();
  bool after_letter = false;
  for (std::size_t at = 0; at < text.size();) {
    if (is_usual && (at = find_unseen(text, at)) == text.size()) break;
    std::size_t end = at;
    std::optional<Replacement> change = left_out_at(text, at, preparation);
    if (change) {
      after_letter = false;
    } else {
      const UChar32 c = character_at(text, at, end);
      change = replacement_of(c, text, end, after_letter, preparation);
      after_letter = u_isalpha(c) != 0 || (after_letter && is_unseen(c));
    }
    if (change) {
      replace(at, change->end - at, change->with);
      end = change->end;
    }
    at = end;
  }
  if (is_changed_) changed_ += text.substr(done_);
}

void PreparedText::replace(std::size_t at, std::size_t length, std::string_view with) {
  is_changed_ = true;
  changed_ += original_.substr(done_, at - done_);
  changed_ += with;
  done_ = at + length;
  shifts_.push_back(
      {changed_.size(), static_cast<std::ptrdiff_t>(done_) - static_cast<std::ptrdiff_t>(changed_.size())});
}

Passage PreparedText::source_of(Passage passage) const {
  if (!is_changed_) return passage;
  // A passage begins behind what was left out before it, and ends before what was left out after it.
  const auto moved = [](std::size_t position, auto found, auto first) {
    return found == first
               ? position
               : static_cast<std::size_t>(static_cast<std::ptrdiff_t>(position) + std::prev(found)->by);
  };
  const auto begin = std::ranges::upper_bound(shifts_, passage.begin, {}, &Shift::from);
  const auto end = std::ranges::lower_bound(shifts_, passage.end, {}, &Shift::from);
  return {moved(passage.begin, begin, shifts_.begin()), moved(passage.end, end, shifts_.begin())};
}

}  // namespace themata::text
