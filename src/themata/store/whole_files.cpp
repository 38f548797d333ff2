#include "themata/store/whole_files.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/npz.hpp"
#include "themata/store/checked_files.hpp"
#include "themata/store/fit_checksums.hpp"

namespace themata {

using nlohmann::json;

namespace {

void add(WholeFiles& whole, const WholeFiles& more) {
  whole.files += more.files;
  whole.bytes += more.bytes;
}

void count(WholeFiles& whole, const Place& file) { add(whole, {1, MappedFile(file).size}); }

/// Without which nobody would notice what else has changed in it.
void check_manifest(WholeFiles& whole, const json& manifest, const Place& folder) {
  if (!manifest.contains("checksum"))
    throw InputError((folder / "manifest.json").string(), 0,
                     "has no checksum of its own: it was edited, or written by an earlier version");
  count(whole, folder / "manifest.json");
}

void check_archives(WholeFiles& whole, const Place& folder) {
  std::vector<std::string> names = files_in(folder);
  std::ranges::sort(names);
  for (const std::string& name : names) {
    if (!name.ends_with(".npz")) continue;
    NpzReader(folder / name).check();
    count(whole, folder / name);
  }
}

}  // namespace

WholeFiles check_all_files(const CorpusFolder& corpus) {
  WholeFiles whole;
  for (const auto& item : corpus.manifest.at("checksums").items()) {
    require_checksum(corpus.manifest, corpus.path, item.key());
    count(whole, corpus.path / item.key());
  }
  check_manifest(whole, corpus.manifest, corpus.path);
  return whole;
}

WholeFiles check_all_files(const FitFolder& fit) {
  WholeFiles whole;
  require_all_whole(fit.manifest, fit.path, "");
  const json sums = fit.manifest.value("checksums", json::object());
  for (const auto& item : sums.items()) count(whole, fit.path / item.key());
  check_archives(whole, fit.path);
  for (const char* folder : {"given", "checkpoint", "draws"}) check_archives(whole, fit.path / folder);
  for (const std::uint32_t chain : fit.chains()) fit.kept_sweeps(chain);  // refuses a fit that lacks some
  check_manifest(whole, fit.manifest, fit.path);
  for (const char* folder : {"corpus", "labelled", "set-aside"})
    if (exists(fit.path / folder / "manifest.json"))
      add(whole, check_all_files(open_corpus(fit.path / folder)));
  return whole;
}

}  // namespace themata
