#include "themata/store/moved_corpus.hpp"

#include <fmt/core.h>

#include "themata/io/error.hpp"
#include "themata/store/manifest.hpp"

namespace themata {

bool is_corpus_of(const FitFolder& fit, const std::filesystem::path& folder) {
  const nlohmann::json manifest = read_manifest(folder);
  return kind_of_folder(manifest, folder) == FolderKind::corpus &&
         manifest.value("hash", nlohmann::json()) == fit.manifest.at("corpus").at("hash");
}

void use_corpus(FitFolder& fit, const std::filesystem::path& folder) {
  if (!is_corpus_of(fit, folder))
    throw InputError(folder.string(), 0,
                     InputFault{fmt::format("is not the corpus of {}", fit.path.string()),
                                "the folder, or the same text imported with the same options"});
  fit.manifest.at("corpus")["path"] = std::filesystem::absolute(folder).lexically_normal().string();
}

}  // namespace themata
