#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/dates.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// How the values of a metadata field are read.
enum class CovariateKind {
  number,
  date,   ///< as years, 1999.5 in the middle of 1999 (corpus/dates.hpp)
  factor  ///< levels: texts, booleans
};

/// A metadata field of all documents. Dates where every value that there is is one in the same form, numbers
/// where every one reads as such, else levels.
struct Covariate {
  std::string name;
  CovariateKind kind = CovariateKind::number;
  DateForm form = DateForm::year_first;    ///< of dates
  std::vector<double> numbers = {};        ///< D, of numbers and dates; NaN where missing
  std::vector<std::uint32_t> places = {};  ///< D, of factors: the place of the level in `levels`
  std::vector<std::string> levels = {};    ///< of factors: ascending
  std::vector<bool> missing = {};          ///< D: no such field, null, an empty text, NA or NaN

  /// A number, a date as years, or the place of a level.
  double value(std::size_t d) const { return kind == CovariateKind::factor ? places[d] : numbers[d]; }
};

/// @throws UsageError if no document has the field (naming those that there are), values are lists or
/// objects, or most are dates, and some in another form, none at all, or of days and months that may be
/// exchanged
Covariate read_covariate(std::span<const DocumentRow> rows, const std::string& name);

/// The same, of which each text is to be a level. Numbers and dates stay what they are only where each is
/// written as text_of() does: 02134 and 2134 are two levels. Dates that cannot be read are levels too.
/// @throws as read_covariate
Covariate read_factor(std::span<const DocumentRow> rows, const std::string& name);

/// A value as text: a level, a date, or a number with as many digits as it needs, of fractions six.
std::string text_of(const Covariate& covariate, double value);

/// The value of a number or a date that a text says; nothing if it says none. A date as documents have it, or
/// YYYY-MM-DD.
std::optional<double> number_or_date(const Covariate& covariate, std::string_view text);

}  // namespace themata
