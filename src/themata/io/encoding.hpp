#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "themata/io/input.hpp"

namespace themata {

/// Text as UTF-8, whatever encoding its file is in.
class TextInput {
 public:
  /// @param encoding  a name that ICU knows: utf-8, latin1, windows-1252, utf-16, gb18030, ...
  /// @throws UsageError where ICU does not know the encoding; InputError where the file cannot be opened
  TextInput(const std::string& path, const std::string& encoding);
  ~TextInput();
  TextInput(TextInput&&) noexcept;

  /// As Input::read. Bytes of UTF-8 pass through unchecked; other encodings come out as valid UTF-8.
  /// @throws InputError where bytes do not belong to the encoding
  std::size_t read(std::span<char> buffer);
  const std::string& name() const { return input_.name(); }

 private:
  struct Converter;
  Input input_;
  std::unique_ptr<Converter> converter_;  ///< none for UTF-8
};

/// Where the first byte stands that is not part of well-formed UTF-8; nothing where all is well.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace themata
