#include "themata/io/lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::size_t first_buffer = std::size_t{1} << 20;

bool looks_like_utf16(std::string_view text, std::uint64_t offset) {
  return offset == 0 && (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff");
}

}  // namespace

std::optional<InputFault> text_defect(std::string_view text, std::uint64_t offset, Encodings encodings) {
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
  return n > 0;
}

void LineReader::check(std::string_view line) const {
  if (const auto defect = text_defect(line, bytes_before_ + begin_, encodings_)) refuse(*defect);
}

void LineReader::refuse(const std::string& problem) const { throw InputError(name(), line_, problem); }

void LineReader::refuse(InputFault fault) const { throw InputError(name(), line_, std::move(fault)); }

}  // namespace themata
