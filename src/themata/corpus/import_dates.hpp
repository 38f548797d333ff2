#pragma once

#include <span>
#include <string>
#include <vector>

#include "themata/corpus/dates.hpp"

namespace themata {

/// How the dates of a field of metadata are written.
struct FieldDates {
  std::string field;
  DateForm form;
};

/// "created=dd/mm/yyyy". The last '=' separates, since names of fields may have one. @throws UsageError
FieldDates field_dates_of(const std::string& text);

/// Writes the dates of these fields anew as YYYY-MM-DD, those of seconds with the time of day in UTC. Missing
/// values stay.
/// @param rows  of documents.jsonl, complete
/// @param source  where they are from, for messages
/// @throws InputError naming the first row whose value is not written so; UsageError if no row has the field
void rewrite_dates(std::span<std::string> rows, const std::vector<FieldDates>& dates,
                   const std::string& source);

}  // namespace themata
