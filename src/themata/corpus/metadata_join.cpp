#include "themata/corpus/metadata_join.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

constexpr std::size_t n_examples = 3;

/// A name and the same without the ending of a text file: a.txt.gz, a.txt and a.
std::vector<std::string_view> spellings(std::string_view name) {
  std::vector<std::string_view> found{name};
  if (const std::string_view plain = without_compression(name); plain != name) found.push_back(name = plain);
  if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > name.rfind('/') + 1)
    found.push_back(name.substr(0, dot));
  return found;
}

/// The one row whose key is a spelling of one of `names`. @throws InputError if there are several
std::uint32_t only_row(const MetadataTable& table, const std::vector<std::string_view>& names,
                       const std::string& file) {
  std::uint32_t row = MetadataTable::none;
  for (const std::string_view name : names)
    for (const std::string_view spelling : spellings(name)) {
      const std::uint32_t found = table.find(spelling);
      if (found == MetadataTable::none || found == row) continue;
      if (row != MetadataTable::none)
        throw InputError(table.path(), table.rows()[std::max(row, found)].line,
                         InputFault{fmt::format("'{}' and '{}' (line {}) both name {}",
                                                table.rows()[std::max(row, found)].key,
                                                table.rows()[std::min(row, found)].key,
                                                table.rows()[std::min(row, found)].line, file),
                                    "one row per document"});
      row = found;
    }
  return row;
}

/// The row of a file: by its id; failing that, by its path or an end of it that begins with a name.
std::uint32_t row_of_file(const MetadataTable& table, const std::string& path, const std::string& id) {
  const std::uint32_t by_id = only_row(table, {id}, path);
  if (by_id != MetadataTable::none) return by_id;
  std::vector<std::string_view> ends{path};
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    ends.push_back(std::string_view(path).substr(slash + 1));
  return only_row(table, ends, path);
}

/// Two JSON objects as one; either may be "".
std::string joined(const std::string& first, const std::string& second) {
  if (first.size() <= 2) return second.size() <= 2 ? "" : second;
  if (second.size() <= 2) return first;
  return first.substr(0, first.size() - 1) + "," + second.substr(1);
}

}  // namespace

Lookup look_up(const MetadataTable& table, std::uint64_t row, read::RawDocument& document) {
  Lookup lookup{MetadataTable::none, document.id.empty() ? std::to_string(row) : document.id};
  lookup.row =
      document.path.empty() ? table.find(lookup.name) : row_of_file(table, document.path, document.id);
  if (lookup.row == MetadataTable::none) return lookup;
  const MetadataRow& found = table.rows()[lookup.row];
  if (table.has_labels()) document.labels = found.labels;
  if (!found.id.empty()) document.id = found.id;
  document.metadata = joined(document.metadata, found.metadata);
  return lookup;
}

JoinTally::JoinTally(const MetadataTable& table, const ImportOptions& options)
    : table_(table),
      format_(options.format),
      missing_rows_(options.metadata.missing),
      found_by_(table.rows().size()) {}

void JoinTally::add(Lookup lookup) {
  ++n_documents_;
  if (lookup.row == MetadataTable::none) {
    if (++missing_ <= n_examples) first_missing_.push_back(std::move(lookup.name));
    return;
  }
  std::string& before = found_by_[lookup.row];
  const MetadataRow& row = table_.rows()[lookup.row];
  if (format_ == Format::folder && !before.empty())
    throw InputError(
        table_.path(), row.line,
        InputFault{fmt::format("'{}' names {} and {}", row.key, before, lookup.name), "more of the path"});
  if (before.empty()) before = std::move(lookup.name);
}

void JoinTally::refuse_missing() const {
  const std::string examples =
      fmt::format("'{}'{}", listed(first_missing_, "', '"), missing_ > first_missing_.size() ? ", ..." : "");
  throw InputError(
      table_.path(), 0,
      InputFault{fmt::format("has no row for {} of {} documents, which its column '{}' names: {}", missing_,
                             n_documents_, table_.key(), examples),
                 "a row for each, or `metadata-missing` keep"});
}

void JoinTally::finish(Draft& draft) const {
  std::ranges::copy(table_.notes(), std::back_inserter(draft.notes));
  if (missing_ > 0 && missing_rows_ == MissingRows::refused) refuse_missing();
  if (missing_ > 0)
    draft.notes.push_back(fmt::format("{} of {} {} no row in {}, and no metadata", missing_,
                                      count_of(n_documents_, "document"), noun(missing_, "has", "have"),
                                      table_.path()));
  const auto unused = std::ranges::count(found_by_, "");
  if (unused == 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(found_by_, "") - found_by_.begin());
  draft.notes.push_back(fmt::format("{} of {} of {} {} to no document (the first: '{}', line {})", unused,
                                    count_of(found_by_.size(), "row"), table_.path(),
                                    noun(unused, "belongs", "belong"), table_.rows()[first].key,
                                    table_.rows()[first].line));
}

}  // namespace themata
