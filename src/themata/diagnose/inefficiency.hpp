#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Writes inefficiency-<chain>.tsv for a chain's monitored quantities (monitored_file.hpp): one line each
/// with the columns
///   name          of the column of monitored-<chain>.csv
///   topic         its number in all other files of the fit, or - if the summarized draw is older than it
///   word          for phi, else -
///   document      for theta, its row in the corpus from 0; else -
///   mean, sd      over the monitored sweeps
///   inefficiency  factor, in sweeps (spectrum.hpp); inf if the quantity never moved
///   effective_size
/// Topics of an HDP that died are left out. If no sweep was monitored, nothing is written, and a file of an
/// earlier run is removed.
/// @throws InputError if the monitored files are damaged; ResourceError
void write_inefficiency(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain);

/// Summary of a chain's inefficiency-<chain>.tsv for one kind of quantity.
struct InefficiencySummary {
  std::string kind;         ///< phi, theta or tokens
  std::size_t n_moved = 0;  ///< number of quantities that are summarized
  std::size_t n_still = 0;  ///< number of quantities that never moved; the numbers below exclude them
  double median = 0, lower_quartile = 0, upper_quartile = 0, highest = 0;
  double mean = 0,
         sd = 0;  ///< of the factors, as in the tables of Magnusson et al. (2018); sd is 0 for one factor
};

/// One for each kind in the file, in the order phi, theta, tokens; none if there is no file.
/// @throws InputError if it is damaged
std::vector<InefficiencySummary> inefficiency_summaries(const FitFolder& fit, std::uint32_t chain);

/// "phi: median 3.1, quartiles 2.0 and 4.8, highest 20.1, mean 3.6 (sd 2.2), of 200 quantities; 2 more never
/// moved"
std::string inefficiency_line(const InefficiencySummary& summary);

/// All members except the kind, by name.
nlohmann::json to_json(const InefficiencySummary& summary);

}  // namespace themata
