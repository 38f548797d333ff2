#pragma once

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/place.hpp"

namespace themata {

/// @param found  the checksum of the file's bytes as they are
/// @throws InputError if the manifest has no checksum of the file, or another
void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name,
                      const std::string& found);

/// The same of a file that is mapped.
void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name,
                      const MappedFile& file);

/// The same of a file of the folder that is read for it.
void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name);

/// Opens an array of a folder and checks its shape and its checksum. @throws InputError
template <class T>
MappedArray<T> open_checked(const nlohmann::json& manifest, const Place& folder, const std::string& name,
                            const Shape& shape) {
  MappedArray<T> array = map_npy<T>(folder / name);
  if (array.shape != shape) {
    const std::string found = shape.size() == 1 && array.shape.size() == 1
                                  ? fmt::format("has {} elements", array.values.size())
                                  : fmt::format("has the shape {}", listed(array.shape, " x "));
    throw InputError((folder / name).string(), 0,
                     fmt::format("{}; the manifest says {}", found, listed(shape, " x ")));
  }
  require_checksum(manifest, folder, name, *array.file);
  return array;
}

}  // namespace themata
