#include "themata/io/npz.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <memory>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/stored_zip.hpp"

namespace themata {
namespace {

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

/// Checks a member's announced size against the file's size: deflate compresses at most 1032 times.
bool size_is_possible(const zip_stat_t& status, std::uintmax_t file_size) {
  constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  return (status.valid & needed) == needed && status.comp_size <= file_size &&
         status.size / 1032 <= status.comp_size;
}

std::string read_member(zip_t* archive, zip_uint64_t index, const std::string& path,
                        std::uintmax_t file_size) {
  zip_stat_t status;
  const auto refuse = [&](const char* why) { throw InputError(path, 0, fmt::format("is damaged: {}", why)); };
  if (zip_stat_index(archive, index, 0, &status) != 0) refuse(zip_strerror(archive));
  if (!size_is_possible(status, file_size)) refuse("the size of a member is more than the file can have");
  zip_file_t* file = zip_fopen_index(archive, index, 0);
  if (file == nullptr) refuse(zip_strerror(archive));
  std::string bytes(status.size, '\0');
  const zip_int64_t got = zip_fread(file, bytes.data(), bytes.size());
  char beyond = 0;
  const zip_int64_t end = zip_fread(file, &beyond, 1);  // reading to the end triggers the CRC check
  zip_fclose(file);
  if (got != static_cast<zip_int64_t>(bytes.size()) || end != 0)
    throw InputError(path, 0, fmt::format("is damaged: the member {} fails its checksum", status.name));
  return bytes;
}

}  // namespace

void NpzWriter::add_bytes(const std::string& name, std::string_view type, const Shape& shape,
                          std::span<const char> data) {
  std::string& bytes = members_[name + ".npy"].own;
  bytes = npy_header(type, shape);
  bytes.append(data.data(), data.size());
}

void NpzWriter::write(const Place& place) const {
  AtomicFile file(place);
  std::vector<StoredMember> written;
  std::uint64_t at = 0;
  for (const auto& [name, member] : members_) {
    const auto& [own, more, rest] = member;
    const std::uint64_t rest_bytes = rest == nullptr ? 0 : rest->bytes();
    StoredMember stored{name, own.size() + more.size() + rest_bytes,
                        crc_of_both(crc_of(own), crc_of(more), more.size()), at};
    at += header_of(stored).size() + stored.bytes;
    if (rest != nullptr)
      stored.crc = crc_of_both(stored.crc, rest->write(file.partial(), at - rest_bytes), rest_bytes);
    file.write(header_of(stored));
    file.write(own);
    file.write(more);
    if (rest != nullptr) file.leave_room(rest_bytes);
    written.push_back(stored);
  }
  file.write(directory_of(written, at));
  file.commit();
}

NpzReader::NpzReader(const Place& place) : path_(place.string()) {
  const MappedFile file(place);
  if (file.size == 0) throw InputError(path_, 0, "is not a readable .npz file: it is empty");
  zip_error_t error;
  zip_error_init(&error);
  const auto refuse = [&] {
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw InputError(path_, 0, fmt::format("is not a readable .npz file: {}", why));
  };
  zip_source_t* source = zip_source_buffer_create(file.data, file.size, 0, &error);
  if (source == nullptr) refuse();
  const Archive archive(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive) {
    zip_source_free(source);
    refuse();
  }
  zip_error_fini(&error);
  const zip_int64_t n = zip_get_num_entries(archive.get(), 0);
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(n); ++i)
    members_[zip_get_name(archive.get(), i, 0)] = read_member(archive.get(), i, path_, file.size);
}

std::string NpzReader::type_of(const std::string& name) const { return parse_npy(member(name), path_).type; }

const std::string& NpzReader::member(const std::string& name) const {
  const auto it = members_.find(name + ".npy");
  if (it == members_.end()) throw InputError(path_, 0, fmt::format("lacks the array '{}'", name));
  return it->second;
}

NpyHeader NpzReader::header_of(const std::string& name, std::string_view type) const {
  NpyHeader header = parse_npy(member(name), fmt::format("{}[{}]", path_, name));
  if (header.type != type)
    throw InputError(path_, 0,
                     InputFault{fmt::format("array '{}' has elements of type {}", name, header.type),
                                fmt::format("{}", type)});
  return header;
}

void NpzReader::require_scalar(const std::string& name, std::size_t count) const {
  if (count != 1) throw InputError(path_, 0, fmt::format("array '{}' is not a single number", name));
}

}  // namespace themata
