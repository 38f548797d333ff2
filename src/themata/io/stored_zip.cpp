#include "themata/io/stored_zip.hpp"

#include <zlib.h>

#include <cstddef>

// The format as in PKWARE's APPNOTE: numbers from their low byte up; what does not fit 32 bits is in an extra
// field, and the number itself is then all ones.

namespace themata {

namespace {

constexpr std::uint64_t most_32 = 0xFFFFFFFF, most_16 = 0xFFFF;
constexpr std::uint16_t as_ever = 10, with_64_bits = 45;  // version needed to read
constexpr std::uint32_t first_of_1980 = 0x00210000;       // the same arrays give the same bytes
constexpr std::uint32_t unix_file = 0x81B60000;           // a regular file that all may read and write

template <class Number>
void put(std::string& to, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) to += static_cast<char>(value >> (8 * i) & 0xFF);
}

std::uint32_t in_32(std::uint64_t value) {
  return static_cast<std::uint32_t>(value < most_32 ? value : most_32);
}

/// The extra field of what does not fit.
std::string extra_of(std::span<const std::uint64_t> values) {
  std::string numbers;
  for (const std::uint64_t value : values)
    if (value >= most_32) put(numbers, value);
  if (numbers.empty()) return "";
  std::string extra;
  put<std::uint16_t>(extra, 1);
  put(extra, static_cast<std::uint16_t>(numbers.size()));
  return extra + numbers;
}

/// What the header and the directory say alike, from the version on up to the length of the extra field.
void put_common(std::string& to, const StoredMember& member, const std::string& extra) {
  put<std::uint16_t>(to, extra.empty() ? as_ever : with_64_bits);
  put<std::uint16_t>(to, 0);  // flags
  put<std::uint16_t>(to, 0);  // stored
  put(to, first_of_1980);
  put(to, member.crc);
  put(to, in_32(member.bytes));
  put(to, in_32(member.bytes));
  put(to, static_cast<std::uint16_t>(member.name.size()));
  put(to, static_cast<std::uint16_t>(extra.size()));
}

std::string directory_entry(const StoredMember& member) {
  const std::uint64_t values[] = {member.bytes, member.bytes, member.at};
  const std::string extra = extra_of(values);
  std::string entry = "PK\x01\x02";
  put<std::uint16_t>(entry, 0x033F);  // made by version 6.3 on Unix
  put_common(entry, member, extra);
  put<std::uint16_t>(entry, 0);  // comment
  put<std::uint16_t>(entry, 0);  // disk
  put<std::uint16_t>(entry, 0);
  put(entry, unix_file);
  put(entry, in_32(member.at));
  return entry + member.name + extra;
}

/// The end of an archive with numbers that 32 bits, or 16, do not hold.
std::string long_end(std::uint64_t members, std::uint64_t bytes, std::uint64_t at) {
  std::string end = std::string("PK\x06\x06");
  put<std::uint64_t>(end, 44);  // what follows of this record
  put<std::uint16_t>(end, 0x033F);
  put(end, with_64_bits);
  put<std::uint64_t>(end, 0);  // disks
  put(end, members);
  put(end, members);
  put(end, bytes);
  put(end, at);
  end += "PK\x06\x07";
  put<std::uint32_t>(end, 0);
  put(end, at + bytes);  // where the record begins
  put<std::uint32_t>(end, 1);
  return end;
}

}  // namespace

std::string header_of(const StoredMember& member) {
  const std::uint64_t values[] = {member.bytes, member.bytes};
  const std::string extra = extra_of(values);
  std::string header = "PK\x03\x04";
  put_common(header, member, extra);
  return header + member.name + extra;
}

std::string directory_of(std::span<const StoredMember> members, std::uint64_t at) {
  std::string directory;
  for (const StoredMember& member : members) directory += directory_entry(member);
  const std::uint64_t bytes = directory.size();
  if (at >= most_32 || bytes >= most_32 || members.size() >= most_16)
    directory += long_end(members.size(), bytes, at);
  const auto n = static_cast<std::uint16_t>(members.size() < most_16 ? members.size() : most_16);
  directory += "PK\x05\x06";
  put<std::uint32_t>(directory, 0);  // disks
  put(directory, n);
  put(directory, n);
  put(directory, in_32(bytes));
  put(directory, in_32(at));
  put<std::uint16_t>(directory, 0);  // comment
  return directory;
}

std::uint32_t crc_of(std::span<const char> bytes) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t crc_of_both(std::uint32_t first, std::uint32_t second, std::uint64_t bytes) {
  return static_cast<std::uint32_t>(::crc32_combine(first, second, static_cast<z_off_t>(bytes)));
}

}  // namespace themata
