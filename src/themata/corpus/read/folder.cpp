#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "themata/corpus/read/line_records.hpp"
#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"

// A folder of text files, one document per file: every *.txt, *.txt.gz and *.txt.zst below it, ordered by
// path.

namespace themata::read {
namespace fs = std::filesystem;

namespace {

struct TextFile {
  std::string id;  ///< the path from the folder, with '/' between its parts
  std::string path;
};

bool is_text_file(const fs::path& path) {
  fs::path name = path.filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.extension() == ".txt";
}

std::vector<TextFile> text_files_in(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError(folder, 0, InputFault{"is not a folder", "a folder of .txt files"});
  std::vector<TextFile> files;
  fs::recursive_directory_iterator it(folder, error);
  while (!error && it != fs::recursive_directory_iterator()) {
    if (is_text_file(it->path()) && it->is_regular_file())
      files.push_back({it->path().lexically_relative(folder).generic_string(), it->path().string()});
    it.increment(error);
  }
  if (error) throw InputError(folder, 0, fmt::format("cannot be read: {}", error.message()));
  if (files.empty())
    throw InputError(folder, 0, "has no .txt file (nor .txt.gz or .txt.zst), also not in its subfolders");
  std::ranges::sort(files, {}, &TextFile::id);
  return files;
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

MakeParse make_file_parse(const std::vector<TextFile>& files) {
  // Here Place::line holds a file's number, since records of this format have no line.
  auto ids = std::make_shared<std::vector<std::string>>();
  for (const TextFile& file : files) ids->push_back(file.id);
  return [ids] {
    return [ids](const Record& record, RawDocument& document) {
      document.id = (*ids)[record.line];
      document.path = *record.file;
      document.text = without_byte_order_mark(record.bytes);
    };
  };
}

}  // namespace

NextBatch read_folders(const std::vector<std::string>& folders, const std::string& encoding) {
  auto files = std::make_shared<std::vector<TextFile>>();
  for (const std::string& folder : folders)
    std::ranges::move(text_files_in(folder), std::back_inserter(*files));
  const MakeParse make_parse = make_file_parse(*files);
  auto done = std::make_shared<std::size_t>(0);
  return [=](Batch& batch) {
    batch.make_parse = make_parse;
    while (*done < files->size() && batch.bytes.size() < batch_bytes && batch.places.size() < batch_records) {
      const std::size_t begin = batch.bytes.size();
      append_file((*files)[*done].path, encoding, batch.bytes);
      batch.places.push_back(
          {begin, batch.bytes.size(), *done, static_cast<std::uint32_t>(batch.files.size())});
      batch.files.push_back((*files)[*done].path);
      ++*done;
    }
    return !batch.places.empty();
  };
}

}  // namespace themata::read
