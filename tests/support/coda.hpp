#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "support.hpp"

// Series with what R's coda says of them (tests/unit/coda/reference.R), and the check that an estimator
// agrees.
namespace themata::testing {

struct CodaCase {
  std::string name;
  std::vector<double> series;
  std::size_t order = 0;  ///< of the autoregression
  double spectrum0 = 0, effective_size = 0;
};

inline std::filesystem::path coda_folder() { return test::folder_of_tests() / "unit" / "coda"; }

/// The lines of a file of results, each filled in from its series. Empty where a file is missing or does not
/// fit.
inline std::vector<CodaCase> read_coda_cases(const std::filesystem::path& results) {
  std::ifstream series_file(coda_folder() / "series.tsv"), results_file(results);
  std::vector<CodaCase> cases;
  std::string line;
  while (std::getline(series_file, line)) {
    CodaCase one;
    std::istringstream fields(line);
    fields >> one.name;
    for (double x = 0; fields >> x;) one.series.push_back(x);
    std::string name;
    std::size_t length = 0;
    results_file >> name >> length >> one.order >> one.spectrum0 >> one.effective_size;
    if (!results_file || name != one.name || length != one.series.size()) return {};
    cases.push_back(one);
  }
  return cases;
}

/// The largest relative difference between an estimator of the effective size and coda's, over all cases;
/// where coda says 0, infinity unless the estimator does too.
inline double distance_from_coda(const std::vector<CodaCase>& cases,
                                 const std::function<double(std::span<const double>)>& effective_size) {
  double largest = cases.empty() ? std::numeric_limits<double>::infinity() : 0;
  for (const CodaCase& one : cases) {
    const double size = effective_size(one.series);
    const double scale = one.effective_size;
    const double off = size == scale ? 0 : std::abs(size - scale) / scale;
    largest = std::isnan(off) ? std::numeric_limits<double>::infinity() : std::max(largest, off);
  }
  return largest;
}

/// What the estimators are held to: rounding of the fixture's 17 digits and of some hundred sums.
inline constexpr double coda_limit = 1e-8;

}  // namespace themata::testing
