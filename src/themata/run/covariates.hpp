#pragma once

#include <string>
#include <vector>

#include "themata/models/covariates.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Which metadata fields of documents are covariates.
struct CovariateChoice {
  std::vector<std::string> fields;
  std::vector<std::string> factors;  ///< those of them whose numbers are codes
};

/// The covariates of a corpus, and how its fields become columns. A field is a number if all its values are
/// numbers, or texts of numbers, as a CSV file has them, or if all are dates, which count as years; else a
/// factor of texts and booleans.
/// @throws UsageError if a field is named twice, or a factor is no covariate; InputError naming the rows that
/// lack a field, where one is constant, has numbers and other values, or has lists or objects
Covariates make_covariates(const CorpusFolder& corpus, const CovariateChoice& choice);

/// The same fields of other documents: numbers are shifted and scaled as in the fit, levels are the fit's.
/// @throws InputError naming the rows that lack a field, or have a level that the fit does not know
Covariates covariates_of(const CorpusFolder& corpus, const std::vector<CovariateField>& fields);

/// "year (number; center 1995, scale 10.4), party (factor; reference D)"
std::string describe(const std::vector<CovariateField>& fields);

}  // namespace themata
