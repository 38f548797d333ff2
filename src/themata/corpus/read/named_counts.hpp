#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/corpus/read/line_records.hpp"

// Counts of words that are named: a table with a column for each word, one with a row for each word of a
// document, and objects of JSON (jsonl.cpp).

namespace themata::read {

LineFormat document_term_format(const ImportOptions& options);
LineFormat tidy_format(const ImportOptions& options);

/// A word of a file of counts without blanks around it, in Unicode's normal form C.
std::string normal_word(std::string_view text);

/// The count that a text says: 3, or 3.0, as tables of real numbers have it; nothing for any other text, and
/// for counts above largest_count.
std::optional<std::uint64_t> count_in_text(std::string_view text);
/// What is expected of it, for messages.
std::string expected_count();

/// Whether a column has one of the usual names of what it holds: in small letters, separated by spaces.
bool is_called(std::string_view column, std::string_view names);

/// What a table without texts may be, as the end of a message; "" if it does not look like counts.
/// @param records  the fields of its first records
std::string advice_on_counts(const std::vector<std::string>& header,
                             const std::vector<std::vector<std::string>>& records);

}  // namespace themata::read
