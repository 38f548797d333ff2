#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "themata/report/report.hpp"

namespace themata {

/// A report whose documents are made on demand, for a server that has a page ask for them. What it holds does
/// not grow with the questions. May be asked by several threads at once.
class ServedReport {
 public:
  static constexpr std::size_t most_found = 50;

  /// Reads the kept draws into memory, as many as DrawStorage::held allows.
  /// @throws as report_data
  ServedReport(ShownFit shown, const ReportOptions& options);
  ~ServedReport();

  const std::string& page() const;  ///< HTML
  /// A document as JSON: an entry of report_data's "documents", with the texts of words in place of their
  /// numbers. Nothing if there is none.
  /// @param key  its id, or else its number, from 0
  /// @throws InputError if what the corpus folder has of it is damaged
  std::optional<std::string> document(std::string_view key) const;
  /// JSON: {"found": [{"id", "number", "length"}, ...], "more": whether there are others}. The documents of
  /// that id first, then those whose ids contain the query, in the order of the corpus, `most_found`
  /// together. Letters of ASCII match in either case.
  std::string documents(std::string_view query) const;

 private:
  class Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace themata
