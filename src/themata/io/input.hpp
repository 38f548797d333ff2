#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace themata {

/// The bytes of a file, or of standard input where the path is "-". What gzip or zstd packed is known by its
/// first bytes, whatever its name, and is unpacked on the way.
class Input {
 public:
  /// @throws InputError where the file cannot be opened or is a folder
  explicit Input(const std::string& path);
  ~Input();
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;

  /// Fills `buffer`; fewer bytes than it holds only at the end, 0 after it.
  /// @throws InputError where the file cannot be read, or its compressed data is damaged or cut short
  std::size_t read(std::span<char> buffer);

  /// What to call the file in an error.
  const std::string& name() const { return name_; }

  /// Where bytes come from: a plain file or what unpacks one.
  struct Source {
    Source() = default;
    virtual ~Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    /// At least one byte, or 0 at the end.
    virtual std::size_t some(std::span<char> buffer) = 0;
  };

 private:
  std::string name_;
  std::unique_ptr<Source> source_;
};

}  // namespace themata
