#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/raw_buffer.hpp"

namespace themata {

/// The maximal length of a line, or of a record of several lines, in bytes.
constexpr std::size_t longest_record = std::size_t{128} << 20;

/// What a user can do about a text that is not UTF-8: name its encoding (`--encoding`), or convert it.
enum class Encodings { by_option, utf8_alone };

/// The lines of a text file (compressed or not), each checked to be UTF-8 without NUL bytes. A byte order
/// mark is skipped; lines end in LF or CR LF, or in CR alone where the first megabyte has no LF.
class LineReader {
 public:
  /// A file whose encoding is given by an option. @throws InputError, UsageError as TextInput
  LineReader(const std::string& path, const std::string& encoding);
  /// A file that must be UTF-8. @throws InputError
  explicit LineReader(const std::string& path);

  /// @param line  the next line without its end, valid until the next call
  /// @returns false at the end of the file
  /// @throws InputError if the line is too long, contains a NUL byte or is not UTF-8
  bool next(std::string_view& line);

  /// Number of the line last returned by next(), from 1.
  std::uint64_t line() const { return line_; }
  const std::string& name() const { return input_.name(); }

  /// @throws InputError at the current line
  [[noreturn]] void refuse(const std::string& problem) const;
  [[noreturn]] void refuse(InputFault fault) const;

 private:
  /// The end of the line that begins at begin_, or npos if the file ends first.
  std::size_t find_end();
  bool read_more();
  void check(std::string_view line) const;

  TextInput input_;
  Encodings encodings_;
  RawBuffer buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t line_ = 0;
  char end_of_line_ = '\n';
  std::optional<InputFault> kind_;  ///< what the file is by its first bytes, if that is no text
  std::uint64_t bytes_before_ = 0;  ///< bytes of the text before buffer_
  bool at_end_ = false;
};

/// Why `text` is not acceptable as text, if it is not: the position of the first NUL byte or of the first
/// byte that is not UTF-8.
/// @param offset  where `text` begins in its file, in bytes
std::optional<InputFault> text_defect(std::string_view text, std::uint64_t offset, Encodings encodings);

/// `text` without a byte order mark at its beginning.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace themata
