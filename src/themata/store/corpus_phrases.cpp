#include "themata/store/corpus_phrases.hpp"

#include "themata/store/checked_files.hpp"
#include "themata/store/manifest.hpp"

namespace themata {

std::vector<Phrase> phrases_of(const nlohmann::json& manifest, const Place& folder) {
  constexpr const char* name = "phrases.tsv";
  if (!manifest["checksums"].contains(name)) return {};
  require_checksum(manifest, folder, name);
  return phrases_in(read_lines(folder / name), (folder / name).string());
}

}  // namespace themata
