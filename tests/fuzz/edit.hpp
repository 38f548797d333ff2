#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/bytes.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/stored_zip.hpp"

/// Changes to a valid file. A whole new file is rarely one that a reader gets far with, so most changes
/// replace a few bytes; and what is changed in an archive gets the checksum that belongs to it.
namespace themata::fuzz {

struct ArchiveMember {
  std::string name, bytes;
};

/// The members of an archive that NpzWriter wrote, each of less than 4 GiB.
inline std::vector<ArchiveMember> members_of(std::string_view archive) {
  std::vector<ArchiveMember> members;
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(archive[at + i]);
    return value;
  };
  constexpr std::size_t header = 30, size_at = 22, name_at = 26, extra_at = 28;
  for (std::size_t at = 0; archive.substr(at).starts_with("PK\x03\x04");) {
    const std::size_t bytes = number(at + size_at, 4), name = number(at + name_at, 2),
                      begin = at + header + name + number(at + extra_at, 2);
    members.push_back(
        {std::string(archive.substr(at + header, name)), std::string(archive.substr(begin, bytes))});
    at = begin + bytes;
  }
  return members;
}

inline std::string archive_of(const std::vector<ArchiveMember>& members) {
  std::string archive;
  std::vector<StoredMember> stored;
  for (const auto& [name, bytes] : members) {
    stored.push_back({name, bytes.size(), crc_of(bytes), archive.size()});
    archive += header_of(stored.back()) + bytes;
  }
  return archive + directory_of(stored, archive.size());
}

/// Patches, one after another: where (2 bytes), how many bytes go, how many come, and those that come.
inline std::string patched(std::string content, Bytes& bytes) {
  while (!bytes.empty()) {
    const std::size_t at = bytes.pair() % (content.size() + 1),
                      gone = std::min<std::size_t>(bytes.byte(), content.size() - at);
    const unsigned come = bytes.byte();
    content.replace(at, gone, bytes.take(come));
  }
  return content;
}

/// Other values of an array, and the header of as many.
inline std::string with_values(const std::string& content, Bytes& bytes) {
  const NpyHeader header = parse_npy(content, "array");
  const std::size_t count = header.count(), size = content.size() - header.data_offset;
  const std::size_t each = count == 0 ? 1 : size / count, n = bytes.rest().size() / each;
  const Shape shape = header.shape.empty() && n == 1 ? Shape{} : Shape{n};
  return npy_header(header.type, shape) + std::string(bytes.take(n * each));
}

enum class Change { whole, patches, values, removed };
inline constexpr unsigned n_changes = 4;

/// @returns nothing where the file is removed
inline std::optional<std::string> edited(const std::string& name, std::string content, Bytes& bytes) {
  if (name.ends_with(".npz")) {
    std::vector<ArchiveMember> members = members_of(content);
    const std::size_t which = bytes.byte() % (members.size() + 1);
    if (which < members.size()) {
      if (auto changed = edited(members[which].name, members[which].bytes, bytes))
        members[which].bytes = std::move(*changed);
      else
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(which));
      return archive_of(members);
    }
  }
  switch (static_cast<Change>(bytes.byte() % n_changes)) {
    case Change::whole:
      return std::string(bytes.rest());
    case Change::removed:
      return std::nullopt;
    case Change::values:
      if (name.ends_with(".npy")) return with_values(content, bytes);
      [[fallthrough]];
    case Change::patches:
      return patched(std::move(content), bytes);
  }
  return content;
}

}  // namespace themata::fuzz
