#include "themata/io/zip_archive.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plural.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t n_names_shown = 3;

/// What systems put beside the files of a person.
bool is_of_the_system(std::string_view name) {
  if (name.starts_with("__MACOSX/") || name.find("/__MACOSX/") != std::string_view::npos) return true;
  const std::string_view last = name.substr(name.rfind('/') + 1);
  return last == ".DS_Store" || last == "Thumbs.db" || last == "desktop.ini";
}

/// The part of a path up to its first hidden file or folder, a folder with its '/'; "" if none is hidden.
std::string_view hidden_part(std::string_view name) {
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t slash = std::min(name.find('/', begin), name.size());
    if (name[begin] == '.') return name.substr(0, std::min(slash + 1, name.size()));
    begin = slash + 1;
  }
  return "";
}

/// A name without parts that mean nothing. Empty if it leads out of the archive.
std::string normal_name(const std::string& name) {
  const bool has_drive = name.size() > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\');
  const fs::path path = name;
  if (has_drive || path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end()) return "";
  return path.lexically_normal().generic_string();
}

/// Archives of other programs, which have files of these names in them.
struct OtherArchive {
  std::string_view has, also, problem, expected;
};
constexpr std::array other_archives{
    OtherArchive{"[Content_Types].xml", "", "is a spreadsheet or another document of Office",
                 "text, or a table saved as CSV"},
    OtherArchive{"mimetype", "META-INF/manifest.xml", "is a spreadsheet or another document of Office",
                 "text, or a table saved as CSV"},
    OtherArchive{"mimetype", "META-INF/container.xml", "is an e-book (EPUB)", "its text"},
    OtherArchive{"Index/Document.iwa", "", "is a document of iWork", "text, or a table saved as CSV"},
    OtherArchive{"META-INF/MANIFEST.MF", "", "is a Java archive", "text"}};

}  // namespace

struct ZipArchive::Handle {
  std::unique_ptr<zip_t, void (*)(zip_t*)> zip{nullptr, zip_discard};
};

ZipArchive::ZipArchive(const std::string& path) : path_(path), handle_(std::make_unique<Handle>()) {
  int code = 0;
  handle_->zip.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (code == ZIP_ER_MEMORY) throw ResourceError("out of memory");
  if (!handle_->zip && code == ZIP_ER_NOZIP)
    throw InputError(
        path, 0, InputFault{"the zip archive is truncated or damaged", "the list of its files at its end"});
  if (!handle_->zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw InputError(path, 0, fmt::format("the zip archive is damaged: {}", why));
  }
  std::error_code ignored;
  bytes_ = fs::file_size(path, ignored);
  list();
}
ZipArchive::~ZipArchive() = default;

void ZipArchive::list() {
  zip_t* const zip = handle_->zip.get();
  const auto n = static_cast<zip_uint64_t>(zip_get_num_entries(zip, 0));
  std::vector<std::string> names;
  for (zip_uint64_t i = 0; i < n; ++i) {
    const char* const name = zip_get_name(zip, i, ZIP_FL_ENC_GUESS);
    if (name == nullptr)
      throw InputError(path_, 0, fmt::format("the zip archive is damaged: {}", zip_strerror(zip)));
    names.emplace_back(name);
  }
  // Old programs of Windows separate folders as Windows does.
  if (std::ranges::none_of(names,
                           [](const std::string& name) { return name.find('/') != std::string::npos; }))
    for (std::string& name : names) std::ranges::replace(name, '\\', '/');
  for (zip_uint64_t i = 0; i < n; ++i) add(names[i], i);
  require_plain_archive();
  std::ranges::sort(left_out_);
  left_out_.erase(std::unique(left_out_.begin(), left_out_.end()), left_out_.end());
  std::ranges::sort(files_, {}, &File::name);
  const auto twice = std::ranges::adjacent_find(files_, {}, &File::name);
  if (twice != files_.end())
    throw InputError(path_, 0,
                     InputFault{fmt::format("the zip archive has two files '{}'", twice->name), "one"});
}

bool ZipArchive::is_link(std::uint64_t number) const {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  zip_file_get_external_attributes(handle_->zip.get(), number, 0, &system, &attributes);
  constexpr unsigned mode_at = 16;
  return system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> mode_at);
}

void ZipArchive::add(const std::string& name, std::uint64_t number) {
  if (name.ends_with('/') || is_of_the_system(name)) return;
  std::string normal = normal_name(name);
  if (normal.empty())
    throw InputError(path_, 0,
                     InputFault{fmt::format("the zip archive has a file '{}' outside of itself", name),
                                "paths without .. that begin with a name"});
  const std::string_view hidden = hidden_part(normal);
  if (!hidden.empty() || is_link(number)) {
    left_out_.emplace_back(hidden.empty() ? normal : hidden);
    return;
  }
  zip_stat_t status;
  const bool known = zip_stat_index(handle_->zip.get(), number, 0, &status) == 0;
  files_.push_back(
      {std::move(normal), number, known && (status.valid & ZIP_STAT_COMP_SIZE) != 0 ? status.comp_size : 0});
}

void ZipArchive::require_plain_archive() const {
  const auto has = [this](std::string_view name) {
    return name.empty() || std::ranges::find(files_, name, &File::name) != files_.end();
  };
  for (const OtherArchive& other : other_archives)
    if (has(other.has) && has(other.also))
      throw InputError(path_, 0, InputFault{std::string(other.problem), std::string(other.expected)});
  const auto is_array = [](const File& file) { return file.name.ends_with(".npy"); };
  if (!files_.empty() && std::ranges::all_of(files_, is_array))
    throw InputError(
        path_, 0,
        InputFault{"is an archive of NumPy's arrays", "text, or counts; in Python, Corpus.from_matrix"});
}

const ZipArchive::File& ZipArchive::only_file() const {
  if (files_.size() == 1) return files_.front();
  if (files_.empty())
    throw InputError(path_, 0, InputFault{"is a zip archive without a file", "one with a file"});
  std::vector<std::string_view> first;
  for (const File& file : std::span(files_).first(std::min(files_.size(), n_names_shown)))
    first.push_back(file.name);
  throw InputError(
      path_, 0,
      InputFault{fmt::format("is a zip archive of {}: {}{}", count_of(files_.size(), "file"),
                             listed(first, ", "), files_.size() > n_names_shown ? ", ..." : ""),
                 "one file: unzip unpacks them (`format` folder reads the .txt files of an archive)"});
}

class ZipArchive::MemberReader final : public ZipArchive::Reader {
 public:
  MemberReader(zip_t* zip, std::string name, std::uint64_t number)
      : name_(std::move(name)), file_(zip_fopen_index(zip, number, 0), zip_fclose) {
    if (file_) return;
    const int code = zip_error_code_zip(zip_get_error(zip));
    if (code == ZIP_ER_NOPASSWD || code == ZIP_ER_WRONGPASSWD || code == ZIP_ER_ENCRNOTSUPP)
      throw InputError(name_, 0, InputFault{"is encrypted", "a file without a password: unzip unpacks it"});
    if (code == ZIP_ER_COMPNOTSUPP)
      throw InputError(name_, 0,
                       InputFault{"is compressed by a method that this program lacks",
                                  "deflate, the usual one, or the file itself: 7z unpacks it"});
    refuse(zip_strerror(zip));
  }

  std::size_t some(std::span<char> buffer) override {
    const zip_int64_t n = zip_fread(file_.get(), buffer.data(), buffer.size());
    if (n < 0) refuse(zip_file_strerror(file_.get()));
    return static_cast<std::size_t>(n);
  }

 private:
  [[noreturn]] void refuse(const char* why) const {
    throw InputError(name_, 0, fmt::format("the zip data is damaged: {}", why));
  }

  std::string name_;
  std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file_;
};

std::unique_ptr<ZipArchive::Reader> ZipArchive::read(const File& file) {
  return std::make_unique<MemberReader>(handle_->zip.get(), name_of(file), file.number);
}

bool begins_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") ||
         bytes.starts_with("PK\x07\x08");
}

bool is_zip(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // which does not wait for a pipe
  if (file < 0) return false;
  struct stat status {};
  std::array<char, 4> start{};
  const bool is_begun = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                        ::read(file, start.data(), start.size()) == static_cast<ssize_t>(start.size());
  ::close(file);
  return is_begun && begins_zip({start.data(), start.size()});
}

std::string folder_of_archive(const std::string& path) {
  fs::path folder = path;
  std::string ending = folder.extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending == ".zip" ? folder.replace_extension().string() : path;
}

}  // namespace themata
