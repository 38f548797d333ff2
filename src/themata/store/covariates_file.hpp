#pragma once

#include "themata/io/place.hpp"
#include "themata/models/covariates.hpp"

namespace themata {

/// Writes covariates.json and covariates.npy (given_folder.hpp) into a folder. @throws ResourceError
void write_covariates(const Place& folder, const Covariates& covariates);

/// Reads them; none where they are missing. @throws InputError if they are damaged, or not of so many
/// documents
Covariates read_covariates(const Place& folder, std::size_t documents);

}  // namespace themata
