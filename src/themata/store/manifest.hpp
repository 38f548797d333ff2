#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace themata {

/// What a folder with a manifest.json is.
enum class FolderKind { corpus, fit };

/// The manifest of a corpus or fit folder. @throws InputError where there is none, or it is no JSON object
nlohmann::json read_manifest(const std::filesystem::path& folder);

/// @throws InputError where the manifest's "format" is neither, naming what was expected
FolderKind kind_of_folder(const nlohmann::json& manifest, const std::filesystem::path& folder);

}  // namespace themata
