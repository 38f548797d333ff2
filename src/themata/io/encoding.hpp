#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "themata/io/input.hpp"

namespace themata {

/// Text as UTF-8, for any encoding of its file.
class TextInput {
 public:
  /// @param encoding  a name that ICU knows: utf-8, latin1, windows-1252, utf-16, gb18030, ...
  /// @throws UsageError if ICU does not know the encoding; InputError if the file cannot be opened
  TextInput(const std::string& path, const std::string& encoding);
  /// @throws UsageError likewise
  TextInput(Input input, const std::string& encoding);
  ~TextInput();
  TextInput(TextInput&&) noexcept;

  /// As Input::read. UTF-8 passes through unchecked; other encodings become valid UTF-8.
  /// @throws InputError if bytes are invalid in the encoding
  std::size_t read(std::span<char> buffer);
  const std::string& name() const { return input_.name(); }

 private:
  struct Converter;
  Input input_;
  std::unique_ptr<Converter> converter_;  ///< null for UTF-8
};

/// The position of the first byte that is not part of well-formed UTF-8; nothing if there is none.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace themata
