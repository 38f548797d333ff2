#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace themata::text {

// Lists of words as people have them: a word a line, words in lines, separated by commas or semicolons, in
// quotes, as R, Python and JSON write them (c("the", "of"), ['the', 'of']), with comments.

/// The entries of a list, in order; none is empty.
/// - With commas or semicolons between entries, or with quotes around them, an entry may have several words.
/// Otherwise white space
///   ends it, unless there are two lines or more and none has more than three words.
/// - `| ...` and `# ...` to the end of a line are comments; `#word` alone is an entry.
std::vector<std::string> read_word_list(std::string_view text);
/// The same of a list of phrases, in which a line without separators or quotes is an entry.
std::vector<std::string> read_phrase_list(std::string_view text);
/// The entries of one line, or of a part of it, in which white space ends an entry without quotes or commas.
std::vector<std::string> read_word_line(std::string_view line);
/// The line without its comment.
std::string_view without_comment(std::string_view line);

/// Whether an entry is a pattern: * stands for any characters, as in school*.
bool is_pattern(std::string_view entry);
/// @param pattern, word  in the same normal form and case
bool matches(std::string_view pattern, std::string_view word);

}  // namespace themata::text
