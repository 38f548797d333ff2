#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace themata {

// Archives of .zip whose members are stored as they are, so that where each byte goes is known before any is
// written, and several processes can write one archive. Written here because no library does that; libzip
// reads them.

/// A file in an archive.
struct StoredMember {
  std::string name;  ///< in ASCII
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
  std::uint64_t at = 0;  ///< where its header begins in the archive
};

/// What comes before the bytes of a member. Its length depends on the name and the number of bytes alone.
std::string header_of(const StoredMember& member);

/// What comes after the last member. @param at  where it begins
std::string directory_of(std::span<const StoredMember> members, std::uint64_t at);

std::uint32_t crc_of(std::span<const char> bytes);
/// Of bytes and more bytes after them. @param bytes  number of the latter
std::uint32_t crc_of_both(std::uint32_t first, std::uint32_t second, std::uint64_t bytes);

}  // namespace themata
