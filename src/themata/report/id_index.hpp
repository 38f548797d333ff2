#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/store/document_rows.hpp"

namespace themata::report_parts {

/// Finds documents by their ids.
class IdIndex {
 public:
  /// @throws InputError if a row is damaged
  IdIndex(const DocumentRows& rows, std::size_t n_documents);

  std::string_view id(std::size_t d) const { return part_of(ids_, d); }
  /// The first document of that id, or else the one of that number, from 0.
  std::optional<std::size_t> find(std::string_view key) const;
  /// Documents of that id, then those whose ids contain it, in the order of the corpus, at most `most` of
  /// them. Letters of ASCII match in either case.
  std::vector<std::size_t> search(std::string_view query, std::size_t most) const;

 private:
  std::string_view part_of(const std::string& ids, std::size_t d) const {
    return std::string_view(ids).substr(first_[d], first_[d + 1] - first_[d]);
  }

  std::string ids_, folded_;  ///< of all documents, one after the other; folded_ in lower case
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> order_;  ///< documents by id, then number
};

}  // namespace themata::report_parts
