#include "themata/store/checked_files.hpp"

#include "themata/io/checksum.hpp"

namespace themata {

void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name,
                      const std::string& found) {
  const nlohmann::json expected = manifest["checksums"].value(name, nlohmann::json());
  if (!expected.is_string())
    throw InputError((folder / "manifest.json").string(), 0, fmt::format("has no checksum of {}", name));
  if (expected != found)
    throw InputError((folder / name).string(), 0,
                     fmt::format("is damaged: its checksum is {}; the manifest says {}", found,
                                 expected.get<std::string>()));
}

void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name,
                      const MappedFile& file) {
  Checksum sum;
  sum.add(file.bytes());
  require_checksum(manifest, folder, name, sum.text());
}

void require_checksum(const nlohmann::json& manifest, const Place& folder, const std::string& name) {
  require_checksum(manifest, folder, name, MappedFile(folder / name));
}

}  // namespace themata
