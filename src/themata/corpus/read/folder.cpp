#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "themata/corpus/read/line_records.hpp"
#include "themata/corpus/read/name_pattern.hpp"
#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

// Text files, one document per file: the files that are named, and every *.txt, *.txt.gz and *.txt.zst below
// the folders that are named, ordered by path.

namespace themata::read {
namespace fs = std::filesystem;

namespace {

struct TextFile {
  std::string id;        ///< the path from the folder that all arguments share, with '/' between its parts
  std::string path;      ///< as it is opened
  std::string label;     ///< the folder that holds it, or ""
  std::string metadata;  ///< that its name says, as a JSON object, or ""
};

/// What the arguments of an import lead to.
struct Listing {
  std::vector<std::string> paths;     ///< of the texts
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
  const std::string name = lower_case(path.filename().string());
  const auto ends = [&name](std::string_view ending) { return name.ends_with(ending); };
  return !is_hidden(path) && (ends(".txt") || ends(".txt.gz") || ends(".txt.zst"));
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
  if (texts.empty())
    throw InputError(
        folder, 0,
        files == FolderFiles::all
            ? "has no file, also not in its subfolders"
            : fmt::format("has no .txt file (nor .txt.gz or .txt.zst), also not in its subfolders{}",
                          listing.not_read.empty()
                              ? ""
                              : fmt::format("; {} is another file: `all-files` reads files of any name",
                                            listing.not_read.front())));
  std::ranges::sort(texts, {},
                    [&](const fs::path& path) { return path.lexically_relative(folder).generic_string(); });
  for (const fs::path& path : texts) listing.paths.push_back(path.string());
}

Listing list_texts(const std::vector<std::string>& arguments, FolderFiles files) {
  Listing listing;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (fs::is_directory(argument, error))
      list_folder(argument, files, listing);
    else if (fs::is_regular_file(argument, error))
      listing.paths.push_back(argument);  // whatever its name: it was asked for
    else
      throw InputError(argument, 0, InputFault{"is neither a folder nor a file", "a folder of .txt files"});
  }
  std::ranges::sort(listing.not_read);
  return listing;
}

fs::path whole_path(const fs::path& path) {
  fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();  // "texts/" is "texts"
}

/// The deepest folder that holds all arguments; a folder holds itself.
fs::path shared_folder(const std::vector<std::string>& arguments) {
  fs::path shared;
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::path whole = whole_path(argument);
    const fs::path folder = fs::is_directory(whole, error) ? whole : whole.parent_path();
    if (shared.empty()) {
      shared = folder;
      continue;
    }
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
    throw InputError(file.path, 0,
                     InputFault{"has a name of another form",
                                fmt::format("names as `metadata-from-names` {} says", pattern.text())});
  std::string json;
  for (const auto& [field, value] : *fields)
    json += (json.empty() ? "{" : ",") + json_text(field) + ":" + json_text(value);
  return json + "}";
}

std::vector<TextFile> name_files(const Listing& listing, const ImportOptions& options) {
  const fs::path shared = shared_folder(options.files);
  std::vector<TextFile> files;
  std::optional<NamePattern> pattern;
  if (!options.name_pattern.empty()) pattern.emplace(options.name_pattern);
  for (const std::string& path : listing.paths) {
    const fs::path whole = whole_path(path);
    TextFile file{whole.lexically_relative(shared).generic_string(), path, "", ""};
    if (options.labels_from == LabelsFrom::folders) file.label = whole.parent_path().filename().string();
    if (first_invalid_utf8(file.id + file.label))
      throw InputError(path, 0,
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
  return fmt::format("{} {} not read, for only .txt, .txt.gz and .txt.zst are, if not hidden: {}{}",
                     not_read.size(), one ? "file is" : "files are", listed(first, ", "),
                     more ? ", ..." : "");
}

/// Appends a whole file after checking that it is text.
void append_file(const std::string& path, const std::string& encoding, std::string& bytes) {
  TextInput input(path, encoding);
  const std::size_t begin = bytes.size();
  std::size_t n = 0;
  do {
    const std::size_t end = bytes.size();
    if (end - begin > longest_record)
      throw InputError(
          path, 0,
          fmt::format("is longer than {} bytes, the maximum length of a document; split it", longest_record));
    constexpr std::size_t step = std::size_t{1} << 16;
    bytes.resize(end + step);
    n = input.read({bytes.data() + end, step});
    bytes.resize(end + n);
  } while (n > 0);
  if (const auto defect = text_defect(std::string_view(bytes).substr(begin), 0, Encodings::by_option))
    throw InputError(path, 0, *defect);
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
      append_file(file.path, encoding_, batch.bytes);
      batch.places.push_back(
          {begin, batch.bytes.size(), done_, static_cast<std::uint32_t>(batch.files.size())});
      batch.files.push_back(file.path);
      ++done_;
    }
    return !batch.places.empty();
  }

 private:
  MakeParse make_parse() const {
    // Here Place::line holds a file's number, since records of this format have no line.
    return [files = files_] {
      return [files](const Record& record, RawDocument& document) {
        const TextFile& file = (*files)[record.line];
        document.id = file.id;
        document.path = fs::path(file.path).lexically_normal().generic_string();
        if (!file.label.empty()) document.labels = {file.label};
        document.metadata = file.metadata;
        document.text = without_byte_order_mark(record.bytes);
      };
    };
  }

  std::string encoding_;
  std::shared_ptr<const std::vector<TextFile>> files_;
  std::vector<std::string> notes_;
  std::size_t done_ = 0;
};

}  // namespace

NextBatch read_folders(const ImportOptions& options) {
  auto records = std::make_shared<FileRecords>(options);
  return [records](Batch& batch) { return records->next(batch); };
}

}  // namespace themata::read
