#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/corpus/dates.hpp"

namespace themata::report_parts {

/// A field of the documents' metadata, whose values put the documents into groups.
struct FieldGroups {
  static constexpr std::uint8_t no_group = std::numeric_limits<std::uint8_t>::max();

  std::string name, kind;                        ///< "number", "year" or "category"
  std::vector<std::string> labels;               ///< of the groups, in the order in which they are shown
  std::vector<std::uint8_t> group;               ///< of every document; no_group without a value
  std::vector<std::uint64_t> documents, tokens;  ///< by group

  std::size_t n_groups() const { return labels.size(); }
};

/// Collects the values of one field, and groups them.
class FieldValues {
 public:
  FieldValues(std::string name, std::size_t n_documents);
  void add(std::size_t document, const nlohmann::ordered_json& value);
  const std::string& name() const { return name_; }
  /// No group where the values cannot be grouped: texts of which nearly all differ, or one value alone.
  FieldGroups groups(const Corpus& corpus) const;

 private:
  void add_text(std::size_t document, const std::string& value);
  FieldGroups by_number(const std::vector<double>& numbers, const char* kind) const;
  FieldGroups by_text() const;

  std::string name_;
  std::vector<double> numbers_;  ///< by document, NaN for none; empty once a value is no number
  std::vector<double> years_;    ///< the same of dates
  DateScan dates_;
  std::vector<std::uint32_t> texts_;  ///< by document, `none` for none; empty once there are too many
  std::map<std::string, std::uint32_t> numbers_of_texts_;
  std::vector<std::uint64_t> counts_;  ///< documents by text
};

/// The fields of the metadata of all documents, as many as the page shows: the first ones that occur.
class FieldScan {
 public:
  explicit FieldScan(std::size_t n_documents) : n_documents_(n_documents) {}
  /// @param metadata  an object, or null
  void add(std::size_t document, const nlohmann::ordered_json& metadata);
  std::vector<FieldGroups> groups(const Corpus& corpus) const;

 private:
  std::size_t n_documents_;
  std::vector<FieldValues> fields_;
};

}  // namespace themata::report_parts
