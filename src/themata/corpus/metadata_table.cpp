#include "themata/corpus/metadata_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "themata/corpus/read/field_names.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/input.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/zip_archive.hpp"

namespace themata {

namespace {

Format format_of_table(const std::string& path) {
  const std::optional<Format> guess = guess_format(path);
  if (guess == Format::folder && is_zip(path)) const Input refused(path);  // names the files of the archive
  if (path == "-" || !guess || !has_fields(*guess))
    throw UsageError(OptionFault{"metadata-file", fmt::format("'{}'", path),
                                 "a table whose name ends in .csv, .tsv, .jsonl or .ndjson (and .gz, .bz2, "
                                 ".xz, .zst or .zip, if compressed)"});
  return *guess;
}

/// How the table itself is read.
ImportOptions options_of_table(const ImportOptions& options) {
  ImportOptions table;
  table.format = format_of_table(options.metadata.path);
  table.files = {options.metadata.path};
  table.encoding = options.encoding;
  table.quoting = options.quoting;
  table.separator = options.separator;
  return table;
}

std::vector<std::string> columns_of(const ImportOptions& table) {
  LineReader lines(table.files.front(), table.encoding);
  std::vector<std::string> columns =
      table.format == Format::jsonl ? read::jsonl_columns(lines) : read::delimited_columns(lines, table);
  if (columns.empty())
    throw InputError(table.files.front(), 0, InputFault{"is empty", "a table of metadata"});
  return columns;
}

/// A row of a spreadsheet that has nothing in any of its cells.
bool is_blank(std::string_view record) {
  return record.find_first_not_of(" \t,;|\"") == std::string_view::npos;
}

}  // namespace

MetadataTable::MetadataTable(const ImportOptions& options) : path_(options.metadata.path) {
  ImportOptions table = options_of_table(options);
  divide_fields(options, columns_of(table));
  table.fields = table_;
  read(table);
}

void MetadataTable::divide_fields(const ImportOptions& options, const std::vector<std::string>& columns) {
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(columns,
                               [&](const std::string& column) { return in_nfc(column) == in_nfc(name); });
  };
  const auto is_here = [&](const std::string& name) {
    const bool found = has(name);
    if (!found && !has_fields(options.format))
      throw InputError(
          path_, 1, fmt::format("the table has no column '{}'; it has '{}'", name, listed(columns, "', '")));
    return found;
  };
  documents_ = options.fields;
  documents_.metadata.clear();
  table_.key = options.metadata.key.empty() ? "id" : options.metadata.key;
  if (!has(table_.key))
    throw InputError(
        path_, 1,
        fmt::format("the table has no column '{}' to find documents by; it has '{}'; `key` names it",
                    table_.key, listed(columns, "', '")));
  table_.label_separator = options.fields.label_separator;
  if (!options.fields.labels.empty() && is_here(options.fields.labels))
    table_.labels = std::exchange(documents_.labels, "");
  if (!options.fields.id.empty() && !has_fields(options.format) && is_here(options.fields.id))
    table_.id = std::exchange(documents_.id, "");
  for (const std::string& name : read::names_in_list(options.fields.metadata, has))
    (is_here(name) ? table_ : documents_).metadata.push_back(name);
  table_.all_metadata = options.fields.metadata.empty();
}

void MetadataTable::read(const ImportOptions& table) {
  const read::NextBatch next = read::read_records(table);
  for (read::Batch batch; next(batch); batch = {}) {
    std::ranges::move(batch.notes, std::back_inserter(notes_));
    const read::Parse parse = batch.make_parse();
    read::RawDocument raw;
    for (std::size_t i = 0; i < batch.places.size(); ++i) {
      const read::Record record = batch.record(i);
      if (is_blank(record.bytes)) continue;
      raw.clear();
      parse(record, raw);
      add({record.line, std::move(raw.key), std::move(raw.id), std::move(raw.labels),
           std::move(raw.metadata)});
    }
  }
}

void MetadataTable::add(MetadataRow row) {
  if (row.key.empty())
    throw InputError(
        path_, row.line,
        InputFault{fmt::format("the column '{}' is empty", table_.key), "the name of a document"});
  const auto [found, is_new] =
      numbers_.try_emplace(in_nfc(row.key), static_cast<std::uint32_t>(rows_.size()));
  if (!is_new)
    throw InputError(path_, row.line,
                     InputFault{fmt::format("'{}' is in the column '{}' of line {} too", row.key, table_.key,
                                            rows_[found->second].line),
                                "one row per document"});
  rows_.push_back(std::move(row));
}

std::uint32_t MetadataTable::find(std::string_view key) const {
  const auto found = numbers_.find(in_nfc(key));
  return found == numbers_.end() ? none : found->second;
}

}  // namespace themata
