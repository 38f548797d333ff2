#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/text/markup.hpp"
#include "themata/corpus/text/source_map.hpp"

namespace themata::text {

/// Whether a word that is hyphenated at the end of a line is one word.
enum class LineEnds { separate, joined };
/// Which letter is the small one of I: of Turkish and Azerbaijani, a letter without a dot.
enum class SmallI { dotted, dotless };

/// What is changed in a text before it is cut into words.
struct Preparation {
  LineEnds line_ends = LineEnds::separate;
  SmallI small_i = SmallI::dotted;
  Markup markup = Markup::kept;
  Addresses addresses = Addresses::kept;
  bool operator==(const Preparation&) const = default;
};

/// The position of the first non-ASCII byte from `at` on; the text's size if there is none.
std::size_t find_beyond_ascii(std::string_view text, std::size_t at);

/// A text as it is cut into words. What nobody sees is left out: soft hyphens, joiners, marks of direction
/// (Unicode's format characters that are ignorable); a zero-width space becomes a space, which it stands for.
/// Most texts have nothing to be changed and are not copied.
class PreparedText {
 public:
  /// @param text  valid UTF-8, which outlives this
  PreparedText(std::string_view text, const Preparation& preparation);

  std::string_view text() const { return is_changed_ ? std::string_view(changed_) : original_; }
  bool is_changed() const { return is_changed_; }
  /// The passage of the original that a passage of text() is from.
  Passage source_of(Passage passage) const;

 private:
  /// From a position of text() on, how much further the original is.
  struct Shift {
    std::size_t from;
    std::ptrdiff_t by;
  };
  /// Replaces `length` bytes of the original at `at` by `with`. Positions ascend.
  void replace(std::size_t at, std::size_t length, std::string_view with);

  std::string_view original_;
  std::string changed_;
  bool is_changed_ = false;
  std::size_t done_ = 0;  ///< of the original
  std::vector<Shift> shifts_;
};

}  // namespace themata::text
