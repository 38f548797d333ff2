#include "themata/io/encoding.hpp"

#include <fmt/core.h>
#include <simdjson.h>
#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#include <array>
#include <utility>
#include <vector>

#include "themata/io/error.hpp"

namespace themata {

/// An ICU conversion in progress: from the file's encoding through UTF-16 to UTF-8.
struct TextInput::Converter {
  UConverter* from = nullptr;
  UConverter* to = nullptr;
  std::vector<char> raw = std::vector<char>(std::size_t{1} << 16);
  const char* source = nullptr;
  const char* source_end = nullptr;
  std::array<UChar, 4096> pivot;
  UChar* pivot_source = pivot.data();
  UChar* pivot_target = pivot.data();
  std::uint64_t bytes_before = 0;  ///< bytes of the file before `raw`
  bool at_end = false;

  explicit Converter(const std::string& encoding) {
    UErrorCode status = U_ZERO_ERROR;
    from = ucnv_open(encoding.c_str(), &status);
    to = ucnv_open("utf-8", &status);
    ucnv_setToUCallBack(from, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    if (U_FAILURE(status)) {
      close();
      throw UsageError(
          fmt::format("`encoding` {}: unknown encoding; try utf-8, latin1, windows-1252, utf-16, gb18030 or "
                      "shift_jis",
                      encoding),
          {"encoding", encoding, "an encoding that ICU knows"});
    }
    source = source_end = raw.data();
  }
  ~Converter() { close(); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  void close() const {
    if (from != nullptr) ucnv_close(from);
    if (to != nullptr) ucnv_close(to);
  }

  void refill(Input& input) {
    bytes_before += static_cast<std::uint64_t>(source_end - raw.data());
    const std::size_t n = input.read(raw);
    at_end = n < raw.size();
    source = raw.data();
    source_end = source + n;
  }

  std::size_t convert(Input& input, std::span<char> buffer) {
    char* target = buffer.data();
    char* const limit = target + buffer.size();
    while (target < limit) {
      if (source == source_end && !at_end) refill(input);
      UErrorCode status = U_ZERO_ERROR;
      ucnv_convertEx(to, from, &target, limit, &source, source_end, pivot.data(), &pivot_source,
                     &pivot_target, pivot.data() + pivot.size(), false, at_end, &status);
      if (status == U_BUFFER_OVERFLOW_ERROR) break;
      if (U_FAILURE(status)) refuse(input);
      if (at_end && source == source_end) break;
    }
    return static_cast<std::size_t>(target - buffer.data());
  }

  [[noreturn]] void refuse(const Input& input) const {
    UErrorCode status = U_ZERO_ERROR;
    const char* name = ucnv_getName(from, &status);
    throw InputError(input.name(), 0,
                     fmt::format("the bytes before byte {} are not {}; give the encoding of the file with "
                                 "`encoding`",
                                 bytes_before + static_cast<std::uint64_t>(source - raw.data()), name));
  }
};

namespace {

bool means_utf8(const std::string& encoding) {
  return encoding.empty() || ucnv_compareNames(encoding.c_str(), "utf8") == 0;
}

}  // namespace

TextInput::TextInput(const std::string& path, const std::string& encoding)
    : TextInput(Input(path), encoding) {}

TextInput::TextInput(Input input, const std::string& encoding)
    : input_(std::move(input)),
      converter_(means_utf8(encoding) ? nullptr : std::make_unique<Converter>(encoding)) {}

TextInput::~TextInput() = default;
TextInput::TextInput(TextInput&&) noexcept = default;

std::size_t TextInput::read(std::span<char> buffer) {
  return converter_ ? converter_->convert(input_, buffer) : input_.read(buffer);
}

// NOLINTNEXTLINE(readability-function-size): ICU's macro nests deeply
std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return std::nullopt;
  const char* bytes = text.data();
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = at;
    UChar32 c = 0;
    U8_NEXT(bytes, next, text.size(), c);
    if (c < 0) return at;
    at = next;
  }
  return std::nullopt;
}

}  // namespace themata
