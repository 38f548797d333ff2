#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "themata/corpus/read/line_records.hpp"
#include "themata/corpus/read/name_pattern.hpp"
#include "themata/io/compression.hpp"
#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/input.hpp"
#include "themata/io/zip_archive.hpp"

// Text files, one document per file: the files that are named, and every *.txt, also compressed (*.txt.gz,
// ...), below the folders and in the zip archives that are named, ordered by path. An archive is what it
// would be if it were unpacked into a folder of its name.

namespace themata::read {
namespace fs = std::filesystem;

namespace {

/// Where a text is.
struct TextPlace {
  std::string path;              ///< of the file; in an archive, where it would be if that were unpacked
  std::string archive = {};      ///< the path of the archive that it is in, or ""
  ZipArchive::File zipped = {};  ///< in the archive
};

struct TextFile {
  std::string id;  ///< the path from the folder that all arguments share, with '/' between its parts
  TextPlace place;
  std::string label;     ///< the folder that holds it, or ""
  std::string metadata;  ///< that its name says, as a JSON object, or ""
};

/// What the arguments of an import lead to.
struct Listing {
  std::vector<TextPlace> texts;
  std::vector<fs::path>
      folders;  ///< of each argument: itself, what it would be unpacked into, or where it is
  std::vector<std::string> not_read;  ///< other files, hidden and linked folders, as paths from their folder
};

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

bool is_text_file(const fs::path& path, FolderFiles files) {
  if (files == FolderFiles::all) return !is_hidden(path);
  return !is_hidden(path) &&
         lower_case(std::string(without_compression(path.filename().string()))).ends_with(".txt");
}

/// @param folder  or an archive @param unpack  what else would help
[[noreturn]] void refuse_without_texts(const std::string& folder, FolderFiles files, const Listing& listing,
                                       std::string_view unpack) {
  if (files == FolderFiles::all) throw InputError(folder, 0, "has no file, also not in its subfolders");
  const std::string other = listing.not_read.empty()
                                ? ""
                                : fmt::format("; {} is another file: {}`all-files` reads files of any name",
                                              listing.not_read.front(), unpack);
  throw InputError(
      folder, 0,
      fmt::format(
          "has no .txt file (nor .txt.gz, .txt.bz2, .txt.xz or .txt.zst), also not in its subfolders{}",
          other));
}

void list_folder(const std::string& folder, FolderFiles files, Listing& listing) {
  std::error_code error;
  std::vector<fs::path> texts;
  fs::recursive_directory_iterator it(folder, error);
  while (!error && it != fs::recursive_directory_iterator()) {
    const bool is_folder = it->is_directory();
    const bool is_skipped = is_folder && (is_hidden(it->path()) || it->is_symlink());
    if (is_skipped) it.disable_recursion_pending();
    if (!is_folder && is_text_file(it->path(), files) && it->is_regular_file())
      texts.push_back(it->path());
    else if (!is_folder || is_skipped)
      listing.not_read.push_back(it->path().lexically_relative(folder).generic_string() +
                                 (is_folder ? "/" : ""));
    it.increment(error);
  }
  if (error) throw InputError(folder, 0, fmt::format("cannot be read: {}", error.message()));
  if (texts.empty()) refuse_without_texts(folder, files, listing, "");
  std::ranges::sort(texts, {},
                    [&](const fs::path& path) { return path.lexically_relative(folder).generic_string(); });
  for (const fs::path& path : texts) listing.texts.push_back({path.string()});
}

void list_archive(const std::string& path, FolderFiles files, Listing& listing) {
  const ZipArchive archive(path);
  const fs::path folder = folder_of_archive(path);
  const bool is_one = archive.files().size() == 1;  // which is read whatever its name: it was asked for
  const std::size_t before = listing.texts.size();
  for (const ZipArchive::File& file : archive.files()) {
    if (is_one || is_text_file(file.name, files))
      listing.texts.push_back({(folder / file.name).string(), path, file});
    else
      listing.not_read.push_back(file.name);
  }
  if (listing.texts.size() == before) refuse_without_texts(path, files, listing, "unzip unpacks it, and ");
  listing.not_read.insert(listing.not_read.end(), archive.left_out().begin(), archive.left_out().end());
}

fs::path whole_path(const fs::path& path) {
  fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();  // "texts/" is "texts"
}

Listing list_texts(const std::vector<std::string>& arguments, FolderFiles files) {
  Listing listing;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (fs::is_directory(argument, error)) {
      list_folder(argument, files, listing);
      listing.folders.push_back(whole_path(argument));
    } else if (is_zip(argument)) {
      list_archive(argument, files, listing);
      listing.folders.push_back(whole_path(folder_of_archive(argument)));
    } else if (fs::is_regular_file(argument, error)) {
      listing.texts.push_back({argument});  // whatever its name: it was asked for
      listing.folders.push_back(whole_path(argument).parent_path());
    } else {
      throw InputError(argument, 0, InputFault{"is neither a folder nor a file", "a folder of .txt files"});
    }
  }
  std::ranges::sort(listing.not_read);
  return listing;
}

/// The deepest folder that holds all folders; a folder holds itself.
fs::path shared_folder(const std::vector<fs::path>& folders) {
  fs::path shared = folders.front();
  for (const fs::path& folder : folders) {
    const auto [end, other] = std::mismatch(shared.begin(), shared.end(), folder.begin(), folder.end());
    fs::path common;
    for (auto part = shared.begin(); part != end; ++part) common /= *part;
    shared = common;
  }
  return shared;
}

/// What a name says, as a JSON object. @throws InputError if it is not of the pattern
std::string metadata_of(const NamePattern& pattern, const TextFile& file) {
  const auto fields = pattern.match(file.id);
  if (!fields)
    throw InputError(file.place.path, 0,
                     InputFault{"has a name of another form",
                                fmt::format("names as `metadata-from-names` {} says", pattern.text())});
  std::string json;
  for (const auto& [field, value] : *fields)
    json += (json.empty() ? "{" : ",") + json_text(field) + ":" + json_text(value);
  return json + "}";
}

std::vector<TextFile> name_files(const Listing& listing, const ImportOptions& options) {
  const fs::path shared = shared_folder(listing.folders);
  std::vector<TextFile> files;
  std::optional<NamePattern> pattern;
  if (!options.name_pattern.empty()) pattern.emplace(options.name_pattern);
  for (const TextPlace& place : listing.texts) {
    const fs::path whole = whole_path(place.path);
    TextFile file{whole.lexically_relative(shared).generic_string(), place, "", ""};
    if (options.labels_from == LabelsFrom::folders) file.label = whole.parent_path().filename().string();
    if (first_invalid_utf8(file.id + file.label))
      throw InputError(place.path, 0,
                       InputFault{"has a name that is not UTF-8", "a name in UTF-8, which ids are made of"});
    if (pattern) file.metadata = metadata_of(*pattern, file);
    files.push_back(std::move(file));
  }
  return files;
}

std::string note_of(const std::vector<std::string>& not_read) {
  constexpr std::size_t n_examples = 5;
  const bool one = not_read.size() == 1, more = not_read.size() > n_examples;
  const std::span<const std::string> first(not_read.data(), std::min(not_read.size(), n_examples));
  return fmt::format(
      "{} {} not read, for only .txt, .txt.gz, .txt.bz2, .txt.xz and .txt.zst are, if not "
      "hidden: {}{}",
      not_read.size(), one ? "file is" : "files are", listed(first, ", "), more ? ", ..." : "");
}

/// Appends a whole file after checking that it is text.
void append_file(TextInput input, std::string& bytes) {
  const std::size_t begin = bytes.size();
  std::size_t n = 0;
  do {
    const std::size_t end = bytes.size();
    if (end - begin > longest_record)
      throw InputError(
          input.name(), 0,
          fmt::format("is longer than {} bytes, the maximum length of a document; split it", longest_record));
    constexpr std::size_t step = std::size_t{1} << 16;
    bytes.resize(end + step);
    n = input.read({bytes.data() + end, step});
    bytes.resize(end + n);
  } while (n > 0);
  if (const auto defect = text_defect(std::string_view(bytes).substr(begin), 0, Encodings::by_option))
    throw InputError(input.name(), 0, *defect);
}

/// Reads one file after the other.
class FileRecords {
 public:
  explicit FileRecords(const ImportOptions& options) : encoding_(options.encoding) {
    const Listing listing = list_texts(options.files, options.folder_files);
    files_ = std::make_shared<const std::vector<TextFile>>(name_files(listing, options));
    if (!listing.not_read.empty()) notes_.push_back(note_of(listing.not_read));
  }

  bool next(Batch& batch) {
    batch.notes = std::exchange(notes_, {});
    batch.make_parse = make_parse();
    while (done_ < files_->size() && batch.bytes.size() < batch_bytes &&
           batch.places.size() < batch_records) {
      const std::size_t begin = batch.bytes.size();
      const TextFile& file = (*files_)[done_];
      TextInput input(open(file.place), encoding_);
      batch.files.push_back(input.name());
      append_file(std::move(input), batch.bytes);
      batch.places.push_back(
          {begin, batch.bytes.size(), done_, static_cast<std::uint32_t>(batch.files.size() - 1)});
      ++done_;
    }
    return !batch.places.empty();
  }

 private:
  Input open(const TextPlace& place) {
    if (place.archive.empty()) return Input(place.path);
    // One at a time: there may be more archives than a process can have open files.
    if (!archive_ || archive_->path() != place.archive)
      archive_ = std::make_shared<ZipArchive>(place.archive);
    return {archive_, place.zipped};
  }

  MakeParse make_parse() const {
    // Here Place::line holds a file's number, since records of this format have no line.
    return [files = files_] {
      return [files](const Record& record, RawDocument& document) {
        const TextFile& file = (*files)[record.line];
        document.id = file.id;
        document.path = fs::path(file.place.path).lexically_normal().generic_string();
        if (!file.label.empty()) document.labels = {file.label};
        document.metadata = file.metadata;
        document.text = without_byte_order_mark(record.bytes);
      };
    };
  }

  std::string encoding_;
  std::shared_ptr<const std::vector<TextFile>> files_;
  std::vector<std::string> notes_;
  std::shared_ptr<ZipArchive> archive_;  ///< of the last text that was in one
  std::size_t done_ = 0;
};

}  // namespace

NextBatch read_folders(const ImportOptions& options) {
  auto records = std::make_shared<FileRecords>(options);
  return [records](Batch& batch) { return records->next(batch); };
}

}  // namespace themata::read
