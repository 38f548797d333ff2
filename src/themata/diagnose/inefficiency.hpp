#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Makes inefficiency-<chain>.tsv of a chain's monitored quantities (monitored_file.hpp): a line each with the columns
///   name          of the column of monitored-<chain>.csv
///   topic         its number in every other file of the fit, or - where the summarised draw is older than the topic
///   word          of phi, else -
///   document      of theta, its row in the corpus from 0; else -
///   mean, sd      over the monitored sweeps
///   inefficiency  factor, in sweeps (spectrum.hpp); inf where the quantity never moved
///   effective_size
/// Topics of an HDP that died on the way are left out. Nothing is written where no sweep was monitored, and a file of an
/// earlier run is then taken away.
/// @throws InputError where the monitored files are damaged; ResourceError
void write_inefficiency(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain);

/// What a chain's inefficiency-<chain>.tsv says of one kind of quantity.
struct InefficiencySummary {
  std::string kind;         ///< phi, theta or tokens
  std::size_t n_moved = 0;  ///< quantities that are summarised
  std::size_t n_still = 0;  ///< those that never moved: left out of what follows
  double median = 0, lower_quartile = 0, upper_quartile = 0, highest = 0;
  double mean = 0,
         sd = 0;  ///< of the factors, as the tables of Magnusson et al. (2018) have them; sd 0 of one factor
};

/// One for each kind in the file, in the order phi, theta, tokens; none where there is no file.
/// @throws InputError where it is damaged
std::vector<InefficiencySummary> inefficiency_summaries(const FitFolder& fit, std::uint32_t chain);

/// "phi: median 3.1, quartiles 2.0 and 4.8, highest 20.1, mean 3.6 (sd 2.2), of 200 quantities; 2 more never moved"
std::string inefficiency_line(const InefficiencySummary& summary);

/// Its members under their names, but for the kind.
nlohmann::json to_json(const InefficiencySummary& summary);

/// The q-quantile of ascending values, interpolated linearly (R's type 7). At least one value; 0 <= q <= 1.
double quantile_of(const std::vector<double>& ascending, double q);

}  // namespace themata
