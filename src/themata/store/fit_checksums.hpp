#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "themata/io/place.hpp"

namespace themata {

// Files of a fit that have no checksums of their own (arrays in .npz files have) have one in its manifest:
// what was given (given/) from the beginning, the others while no chain goes on.

/// Checksums by name ("given/alpha-weights.npy") of what was given to a fit.
nlohmann::json checksums_of_given(const Place& fit);
/// Brings those in a manifest up to date with its status. @throws InputError if a file cannot be read
void update_checksums(nlohmann::json& manifest, const Place& fit);

/// @param name  of a file of the fit
/// @throws InputError if the fit's manifest has a checksum of it that is not the file's: it is damaged, or
/// the fit has gone on since the manifest was read
void require_whole(const nlohmann::json& manifest, const Place& fit, const std::string& name);
/// The same of all files of which the manifest has a checksum and whose name begins so.
void require_all_whole(const nlohmann::json& manifest, const Place& fit, const std::string& beginning);
/// @throws InputError if somebody took the fit further since its manifest was read: then its files are not
/// damaged, but others
void require_unchanged(const nlohmann::json& manifest, const Place& fit);

}  // namespace themata
