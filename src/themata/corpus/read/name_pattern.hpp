#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace themata::read {

/// Fields of metadata that the names of files say: {party}_{year} finds CONS and 1992 in CONS_1992.txt.
class NamePattern {
 public:
  /// @param pattern  text, and names of fields in braces; with a '/', of the end of a path, else of a name
  /// @throws UsageError if it has no field, one twice, or two without text between them
  explicit NamePattern(std::string pattern);

  const std::string& text() const { return pattern_; }
  /// The fields of a file, with what they are; nothing if its name is another one. A field is as short as it
  /// can be, and has no '/'.
  /// @param path  its endings .txt and .gz, .bz2, .xz or .zst do not count
  std::optional<std::vector<std::pair<std::string, std::string>>> match(std::string_view path) const;

 private:
  /// A text, or a field if it has a name.
  struct Part {
    std::string text, field;
  };
  std::string pattern_;
  std::vector<Part> parts_;
};

}  // namespace themata::read
