#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "themata/io/place.hpp"

namespace themata {

/// The kind of a folder with a manifest.json.
enum class FolderKind { corpus, fit };

/// The manifest of a corpus or fit folder. @throws InputError if there is none, or it is not a JSON object
nlohmann::json read_manifest(const Place& folder);

/// @throws InputError if the manifest's "format" is neither, naming the expected ones
FolderKind kind_of_folder(const nlohmann::json& manifest, const Place& folder);

}  // namespace themata
