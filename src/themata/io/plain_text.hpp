#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// The text with every control character (C0, DEL and C1, which can move a terminal's cursor or break a
/// table) replaced by a space: safe to print, and to put between tabs.
std::string one_line(std::string_view text);

/// As one_line, with '_' for control characters and spaces, and "_" for empty text: a column of a file whose
/// columns are separated by spaces.
std::string one_word(std::string_view text);

/// A message that may quote bytes of any file: its lines stay, other control characters become spaces, and
/// what is not UTF-8 becomes U+FFFD.
std::string message_text(std::string_view bytes);

/// The text in Unicode's normal form C, in which equal texts have equal bytes: é may be written as one
/// character or as two. @param text  UTF-8
std::string in_nfc(std::string_view text);

/// Without white space of ASCII at both ends.
std::string_view without_blanks(std::string_view text);

/// Whether a value, without blanks around it, says that there is none, as R, Python, spreadsheets and
/// databases write it: NA, NaN, None, null, ..., or nothing.
bool says_missing(std::string_view text);

/// "a, b and 3 others": the first ten of names, each in one line. @param names  at least one
std::string first_ten(const std::vector<std::string>& names);

}  // namespace themata
