#include "themata/corpus/row_list.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "themata/corpus/read/line_records.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

void RowList::add(RowParts parts) {
  for (std::string& label : parts.labels) label = in_nfc(label);
  std::sort(parts.labels.begin(), parts.labels.end());
  parts.labels.erase(std::unique(parts.labels.begin(), parts.labels.end()), parts.labels.end());
  std::string id = parts.id.empty() ? std::to_string(parts.row) : std::string(parts.id);
  if (parts.part > 0) id += fmt::format("#{}", parts.part);
  std::string row = fmt::format(R"({{"id":{},"row":{})", read::json_text(id), parts.row);
  if (parts.part > 0) row += fmt::format(R"(,"part":{})", parts.part);
  for (const std::string& label : parts.labels) {
    row += (&label == parts.labels.data() ? R"(,"labels":[)" : ",") + read::json_text(label);
    count_label(label, 1);
  }
  if (!parts.labels.empty()) row += ']';
  if (!parts.metadata.empty()) row.append(R"(,"metadata":)").append(parts.metadata);
  rows.push_back(std::move(row));
  const std::string normal_id = in_nfc(id);
  id_hashes.push_back(XXH3_64bits(normal_id.data(), normal_id.size()));
}

void RowList::append(RowList&& later) {
  std::move(later.rows.begin(), later.rows.end(), std::back_inserter(rows));
  std::copy(later.id_hashes.begin(), later.id_hashes.end(), std::back_inserter(id_hashes));
  ancestors += later.ancestors;
  for (std::uint32_t i = 0; i < later.labels.size(); ++i)
    count_label(later.labels.word(i), later.label_documents[i]);
}

std::vector<std::string> RowList::sorted_labels() const {
  std::vector<std::uint32_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    if (label_documents[a] != label_documents[b]) return label_documents[a] > label_documents[b];
    return labels.word(a) < labels.word(b);
  });
  std::vector<std::string> sorted;
  sorted.reserve(order.size());
  for (const std::uint32_t label : order) sorted.emplace_back(labels.word(label));
  return sorted;
}

void RowList::count_label(std::string_view label, std::uint64_t documents) {
  const std::uint32_t id = labels.find_or_add(label);
  label_documents.resize(labels.size());
  label_documents[id] += documents;
}

}  // namespace themata
