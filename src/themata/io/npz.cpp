#include "themata/io/npz.hpp"

#include <fmt/core.h>
#include <zip.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/stored_zip.hpp"

namespace themata {

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

namespace {

/// Checks a member's announced size against the file's size: deflate compresses at most 1032 times.
bool size_is_possible(const zip_stat_t& status, std::uintmax_t file_size) {
  constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  return (status.valid & needed) == needed && status.comp_size <= file_size &&
         status.size / 1032 <= status.comp_size;
}

}  // namespace

class NpzReader::Archive {
 public:
  explicit Archive(const Place& place) : file_(place) {
    const std::string path = place.string();
    if (file_.size == 0) throw InputError(path, 0, "is not a readable .npz file: it is empty");
    zip_error_t error;
    zip_error_init(&error);
    const auto refuse = [&] {
      const std::string why = zip_error_strerror(&error);
      zip_error_fini(&error);
      throw InputError(path, 0, fmt::format("is not a readable .npz file: {}", why));
    };
    zip_source_t* source = zip_source_buffer_create(file_.data, file_.size, 0, &error);
    if (source == nullptr) refuse();
    zip_.reset(zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error));
    if (!zip_) {
      zip_source_free(source);
      refuse();
    }
    zip_error_fini(&error);
    list_members(path);
  }

  zip_t* zip() const { return zip_.get(); }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    names.reserve(numbers_.size());
    for (const auto& [name, number] : numbers_) names.push_back(name.substr(0, name.rfind(".npy")));
    return names;
  }
  /// The number of a member; nothing where there is none.
  std::optional<zip_uint64_t> find(const std::string& name) const {
    const auto found = numbers_.find(name + ".npy");
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  void list_members(const std::string& path) {
    const zip_int64_t n = zip_get_num_entries(zip(), 0);
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(n); ++i) {
      zip_stat_t status;
      const auto refuse = [&](const char* why) {
        throw InputError(path, 0, fmt::format("is damaged: {}", why));
      };
      if (zip_stat_index(zip(), i, 0, &status) != 0) refuse(zip_strerror(zip()));
      if (!size_is_possible(status, file_.size))
        refuse("the size of a member is more than the file can have");
      numbers_[status.name] = i;
    }
  }

  MappedFile file_;  ///< longer than what reads it
  std::unique_ptr<zip_t, void (*)(zip_t*)> zip_{nullptr, zip_discard};
  std::map<std::string, zip_uint64_t> numbers_;
};

/// A member that is being read.
class NpzReader::Member {
 public:
  Member(const NpzReader& of, const std::string& name) : path_(of.path_), name_(name) {
    const auto number = of.archive_->find(name);
    if (!number) throw InputError(path_, 0, fmt::format("lacks the array '{}'", name));
    zip_stat_t status;
    if (zip_stat_index(of.archive_->zip(), *number, 0, &status) != 0) refuse();
    size_ = status.size;
    crc_ = status.crc;
    file_.reset(zip_fopen_index(of.archive_->zip(), *number, 0));
    if (!file_) refuse();
  }
  std::uint64_t size() const { return size_; }
  std::uint32_t crc() const { return crc_; }  ///< as the archive has it

  /// As many bytes as there are, at most.
  std::size_t read(char* to, std::size_t bytes) {
    std::size_t got = 0;
    while (got < bytes) {
      const zip_int64_t n = zip_fread(file_.get(), to + got, bytes - got);
      if (n < 0) refuse();
      if (n == 0) break;
      got += static_cast<std::size_t>(n);
    }
    return got;
  }
  void read_all(char* to, std::size_t bytes) {
    if (read(to, bytes) != bytes) refuse();
  }
  void skip(std::uint64_t bytes) {
    if (zip_fseek(file_.get(), static_cast<zip_int64_t>(bytes), SEEK_CUR) == 0) return;
    zip_file_error_clear(file_.get());  // not where it is packed: it is read instead
    pass_over(bytes);
  }
  /// Reads them.
  void pass_over(std::uint64_t bytes) {
    std::vector<char> passed(std::size_t{1} << 20);
    for (; bytes > 0; bytes -= std::min<std::uint64_t>(bytes, passed.size()))
      read_all(passed.data(), std::min<std::uint64_t>(bytes, passed.size()));
  }
  /// At the end of the member, which is where its checksum is looked at.
  void finish() {
    char beyond = 0;
    if (read(&beyond, 1) != 0) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError(path_, 0, fmt::format("is damaged: the member {}.npy fails its checksum", name_));
  }

  const std::string &path_, &name_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
  std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file_{nullptr, zip_fclose};
};

NpzReader::NpzReader(const Place& place)
    : path_(place.string()), archive_(std::make_unique<Archive>(place)) {}
NpzReader::~NpzReader() = default;

bool NpzReader::has(const std::string& name) const { return archive_->find(name).has_value(); }

std::string NpzReader::type_of(const std::string& name) const {
  Member member(*this, name);
  return header_of(member, name).type;
}

void NpzReader::check() const {
  for (const std::string& name : archive_->names()) {
    Member member(*this, name);
    member.pass_over(member.size());
    member.finish();
  }
}

bool NpzReader::has_crc(const std::string& name, std::uint32_t crc_of_values) const {
  Member measured(*this, name), member(*this, name);
  std::string header(header_of(measured, name).data_offset, '\0');
  member.read_all(header.data(), header.size());
  return crc_of_both(crc_of(header), crc_of_values, member.size() - header.size()) == member.crc();
}

std::size_t NpzReader::size_of(const std::string& name) const {
  Member member(*this, name);
  return header_of(member, name).count();
}

NpyHeader NpzReader::header_of(Member& member, const std::string& name) const {
  const std::string where = fmt::format("{}[{}]", path_, name);
  std::string start(npy_start_size, '\0');
  start.resize(member.read(start.data(), start.size()));
  const std::size_t whole = npy_data_offset(start, where);
  start.resize(whole);
  start.resize(npy_start_size + member.read(start.data() + npy_start_size, whole - npy_start_size));
  return parse_npy_start(start, member.size(), where);
}

NpyHeader NpzReader::header_of(Member& member, const std::string& name, std::string_view type) const {
  NpyHeader header = header_of(member, name);
  if (header.type != type)
    throw InputError(path_, 0,
                     InputFault{fmt::format("array '{}' has elements of type {}", name, header.type),
                                fmt::format("{}", type)});
  return header;
}

void NpzReader::read_into(const std::string& name, std::string_view type, const MakeRoom& make_room) const {
  Member member(*this, name);
  const NpyHeader header = header_of(member, name, type);
  member.read_all(make_room(header.count()), member.size() - header.data_offset);
  member.finish();
}

void NpzReader::read_part_into(const Part& part, const MakeRoom& make_room) const {
  Member member(*this, part.name);
  const std::size_t all = header_of(member, part.name, part.type).count();
  if (part.first > all || part.count > all - part.first)
    throw InputError(path_, 0,
                     InputFault{fmt::format("array '{}' has {} values", part.name, all),
                                fmt::format("at least {}", part.first + part.count)});
  member.skip(part.first * part.bytes_each);
  member.read_all(make_room(part.count), part.count * part.bytes_each);
}

void NpzReader::require_scalar(const std::string& name, std::size_t count) const {
  if (count != 1) throw InputError(path_, 0, fmt::format("array '{}' is not a single number", name));
}

}  // namespace themata
