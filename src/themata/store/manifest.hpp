#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "themata/io/place.hpp"

namespace themata {

/// The kind of a folder with a manifest.json.
enum class FolderKind { corpus, fit };

/// The text of a JSON file, with a checksum of what it says under "checksum", whatever its layout is.
std::string with_own_checksum(nlohmann::ordered_json content);
/// Nothing to say of a file without one, as a person has it who edits a file and removes that line.
/// @throws InputError if the checksum is of something else
void check_own_checksum(const nlohmann::json& content, const Place& file);

/// The manifest of a corpus or fit folder.
/// @throws InputError if there is none, it is not a JSON object, or it fails its own checksum
nlohmann::json read_manifest(const Place& folder);

/// @throws InputError if the manifest's "format" is neither, naming the expected ones
FolderKind kind_of_folder(const nlohmann::json& manifest, const Place& folder);

}  // namespace themata
