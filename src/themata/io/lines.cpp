#include "themata/io/lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "themata/io/error.hpp"
#include "themata/io/zip_archive.hpp"

namespace themata {

namespace {

constexpr std::size_t first_buffer = std::size_t{1} << 20;

bool looks_like_utf16(std::string_view text, std::uint64_t offset) {
  return offset == 0 && (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff");
}

/// What a file of another kind is, by its first bytes, and what to do with it; nothing if it may be text.
std::optional<InputFault> other_kind(std::string_view text) {
  struct Kind {
    std::string_view begins, problem, expected;
  };
  static constexpr std::array kinds{
      Kind{"\x1F\x8B", "is compressed twice or damaged", "text that is compressed once"},
      Kind{"BZh", "is compressed twice or damaged", "text that is compressed once"},
      Kind{"\xFD"
           "7zXZ",
           "is compressed twice or damaged", "text that is compressed once"},
      Kind{"\x28\xB5\x2F\xFD", "is compressed twice or damaged", "text that is compressed once"},
      Kind{"7z\xBC\xAF", "is an archive of 7-Zip", "the files in it"},
      Kind{"Rar!", "is an archive of RAR", "the files in it"},
      Kind{"%PDF", "is a PDF", "its text: pdftotext takes it out"},
      Kind{"\xD0\xCF\x11\xE0", "is a document of an old Office", "text, or a table saved as CSV"},
      Kind{"PAR1", "is a Parquet file",
           "a table as CSV or JSON lines: pandas or duckdb write them; in Python, Corpus.from_frame"},
      Kind{"ARROW1", "is an Arrow file", "a table as CSV or JSON lines; in Python, Corpus.from_frame"},
      Kind{"SQLite format 3", "is a SQLite database", "a table as CSV: sqlite3 -csv -header writes it"},
      Kind{"RDX", "is a file of R's save()",
           "a table that write.csv() writes, or the R package's as_corpus()"},
      Kind{"\x89HDF", "is an HDF5 file", "a table as CSV, or counts as Matrix Market"},
      Kind{"\x93NUMPY", "is an array of NumPy", "text, or counts; in Python, Corpus.from_matrix"}};
  for (const Kind& kind : kinds)
    if (text.starts_with(kind.begins))
      return InputFault{std::string(kind.problem), std::string(kind.expected)};
  constexpr std::size_t of_tar = 257;
  if (begins_zip(text))
    return InputFault{"is a zip archive that is compressed again", "the archive, or the files in it"};
  if (text.size() > of_tar && text.substr(of_tar).starts_with("ustar"))
    return InputFault{"is a tar archive", "the files in it: tar xf unpacks them"};
  return std::nullopt;
}

std::optional<InputFault> defect_of_text(std::string_view text, std::uint64_t offset, Encodings encodings) {
  if (text.empty()) return std::nullopt;
  const bool can_choose = encodings == Encodings::by_option;
  if (looks_like_utf16(text, offset))
    return can_choose ? InputFault{"begins like UTF-16 text; give `encoding` utf-16"}
                      : InputFault{"begins like UTF-16 text", "UTF-8"};
  if (const void* zero = std::memchr(text.data(), 0, text.size()); zero != nullptr)
    return InputFault{
        fmt::format("byte {} of the text is a NUL byte",
                    offset + static_cast<std::uint64_t>(static_cast<const char*>(zero) - text.data())),
        can_choose ? "text (for UTF-16 give `encoding` utf-16)" : "text in UTF-8"};
  const std::optional<std::size_t> bad = first_invalid_utf8(text);
  if (!bad) return std::nullopt;
  const std::string problem = fmt::format("byte {} of the text, 0x{:02X}, is not UTF-8", offset + *bad,
                                          static_cast<unsigned>(static_cast<unsigned char>(text[*bad])));
  return can_choose ? InputFault{problem + "; give the encoding of the file, as in `encoding` windows-1252"}
                    : InputFault{problem, "UTF-8"};
}

}  // namespace

std::optional<InputFault> text_defect(std::string_view text, std::uint64_t offset, Encodings encodings) {
  std::optional<InputFault> defect = defect_of_text(text, offset, encodings);
  if (!defect || offset > 0) return defect;
  std::optional<InputFault> kind = other_kind(text);
  return kind ? kind : defect;
}

std::string_view without_byte_order_mark(std::string_view text) {
  return text.substr(0, 3) == "\xEF\xBB\xBF" ? text.substr(3) : text;
}

LineReader::LineReader(const std::string& path, const std::string& encoding)
    : input_(path, encoding), encodings_(Encodings::by_option), buffer_(first_buffer) {}

LineReader::LineReader(const std::string& path)
    : input_(path, "utf-8"), encodings_(Encodings::utf8_alone), buffer_(first_buffer) {}

bool LineReader::next(std::string_view& line) {
  const std::size_t stop = find_end();
  const bool whole = stop < end_;
  if (!whole && begin_ == end_) return false;
  ++line_;
  line = {buffer_.data() + begin_, stop - begin_};
  check(line);
  if (bytes_before_ + begin_ == 0) line = without_byte_order_mark(line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  begin_ = stop + (whole ? 1 : 0);
  return true;
}

std::size_t LineReader::find_end() {
  std::size_t searched = 0;  // bytes after begin_ known to contain no line end
  while (true) {
    const std::size_t from = begin_ + searched;
    if (from < end_) {
      if (const void* found = std::memchr(buffer_.data() + from, end_of_line_, end_ - from); found != nullptr)
        return static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
    }
    searched = end_ - begin_;
    if (searched > longest_record) {
      ++line_;
      refuse(
          fmt::format("the line is longer than {} bytes, the maximum; split the document", longest_record));
    }
    if (!read_more()) return end_;
  }
}

bool LineReader::read_more() {
  if (at_end_) return false;
  const std::size_t kept = end_ - begin_;
  if (kept > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  bytes_before_ += begin_;
  begin_ = 0;
  if (kept * 2 > buffer_.size()) buffer_.grow(buffer_.size() * 2);
  const std::size_t n = input_.read({buffer_.data() + kept, buffer_.size() - kept});
  end_ = kept + n;
  at_end_ = end_ < buffer_.size();
  if (bytes_before_ + kept == 0 && std::memchr(buffer_.data(), '\n', end_) == nullptr &&
      std::memchr(buffer_.data(), '\r', end_) != nullptr)
    end_of_line_ = '\r';
  if (bytes_before_ + kept == 0) kind_ = other_kind({buffer_.data(), end_});
  return n > 0;
}

void LineReader::check(std::string_view line) const {
  const auto defect = text_defect(line, bytes_before_ + begin_, encodings_);
  const bool is_certain = line_ == 1 && line.starts_with("%PDF-1.");  // begins with lines of text
  if (kind_ && (defect || is_certain)) refuse(*kind_);
  if (defect) refuse(*defect);
}

void LineReader::refuse(const std::string& problem) const { throw InputError(name(), line_, problem); }

void LineReader::refuse(InputFault fault) const { throw InputError(name(), line_, std::move(fault)); }

}  // namespace themata
