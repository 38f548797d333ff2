#include "themata/corpus/read/line_records.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "themata/corpus/read/named_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"

namespace themata::read {

namespace {

/// Reads the files of a line format one after the other.
class LineRecords {
 public:
  LineRecords(LineFormat format, std::vector<std::string> files, std::string encoding)
      : format_(std::move(format)), files_(std::move(files)), encoding_(std::move(encoding)) {}

  /// A batch holds records of one file only: each file has a parser of its own.
  bool next(Batch& batch) {
    while (batch.places.empty()) {
      if (!lines_ && !open_next()) return false;
      fill(batch);
      std::ranges::move(notes_, std::back_inserter(batch.notes));
      notes_.clear();
      if (batch.places.empty()) lines_.reset();
    }
    batch.bytes.append(batch_padding, '\0');
    return true;
  }

 private:
  bool open_next() {
    if (file_ == files_.size()) return false;
    lines_ = std::make_shared<LineReader>(files_[file_++], encoding_);
    make_parse_ = format_.open(*lines_, notes_);
    return true;
  }

  void fill(Batch& batch) {
    batch.files = {lines_->name()};
    batch.make_parse = make_parse_;
    while (batch.bytes.size() < batch_bytes && batch.places.size() < batch_records) {
      const std::size_t begin = batch.bytes.size();
      const std::optional<std::uint64_t> line = format_.next(*lines_, batch.bytes);
      if (!line) return;
      batch.places.push_back({begin, batch.bytes.size(), *line, 0});
    }
  }

  LineFormat format_;
  std::vector<std::string> files_;
  std::string encoding_;
  std::size_t file_ = 0;
  std::shared_ptr<LineReader> lines_;
  MakeParse make_parse_;
  std::vector<std::string> notes_;
};

LineFormat line_format(const ImportOptions& options) {
  switch (options.format) {
    case Format::jsonl:
      return jsonl_format(options.fields);
    case Format::csv:
    case Format::tsv:
      return delimited_format(options);
    case Format::document_term:
      return document_term_format(options);
    case Format::tidy:
      return tidy_format(options);
    case Format::mallet:
      return mallet_format(options.fields);
    default:
      return plain_lines_format();
  }
}

}  // namespace

NextBatch read_records(const ImportOptions& options) {
  if (options.format == Format::folder) return read_folders(options);
  auto records = std::make_shared<LineRecords>(line_format(options), options.files, options.encoding);
  return [records](Batch& batch) { return records->next(batch); };
}

std::optional<std::uint64_t> next_line(LineReader& lines, std::string& bytes) {
  std::string_view line;
  if (!lines.next(line)) return std::nullopt;
  bytes.append(line);
  return lines.line();
}

std::optional<std::uint64_t> next_line_with_text(LineReader& lines, std::string& bytes) {
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t\r\v\f") == std::string_view::npos) continue;
    bytes.append(line);
    return lines.line();
  }
  return std::nullopt;
}

std::vector<std::string> split_labels(std::string_view text, const std::string& separator) {
  std::vector<std::string> labels;
  while (true) {
    const std::size_t cut = separator.empty() ? std::string_view::npos : text.find(separator);
    std::string_view part = text.substr(0, cut);
    while (!part.empty() && (part.front() == ' ' || part.front() == '\t')) part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '\t')) part.remove_suffix(1);
    if (!part.empty()) labels.emplace_back(part);
    if (cut == std::string_view::npos) return labels;
    text.remove_prefix(cut + separator.size());
  }
}

std::string json_text(std::string_view text) { return dump_json(nlohmann::json(text)); }

}  // namespace themata::read
