#include "themata/store/manifest.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "themata/io/error.hpp"
#include "themata/io/json.hpp"

namespace themata {
using nlohmann::json;

json read_manifest(const Place& folder) {
  const Place file = folder / "manifest.json";
  if (!exists(folder)) throw InputError(folder.string(), 0, "does not exist");
  std::optional<std::string> text;
  try {
    text = read_text(file);
  } catch (const InputError&) {
    throw InputError(folder.string(), 0,
                     "is neither a corpus folder nor a fit folder: it has no readable manifest.json",
                     Suggestion{Remedy::make_corpus_or_fit, ""});
  }
  if (is_too_deep(*text))
    throw InputError(file.string(), 0, "has more lists within lists than a manifest has");
  json manifest;
  try {
    manifest = json::parse(*text);
  } catch (const json::exception& error) {
    throw InputError(file.string(), 0, fmt::format("is not valid JSON: {}", error.what()));
  }
  if (!manifest.is_object()) throw InputError(file.string(), 0, "is not a JSON object");
  return manifest;
}

FolderKind kind_of_folder(const json& manifest, const Place& folder) {
  const json format = manifest.value("format", json());
  if (format == "themata-corpus") return FolderKind::corpus;
  if (format == "themata-fit") return FolderKind::fit;
  throw InputError((folder / "manifest.json").string(), 0,
                   InputFault{fmt::format(R"(has "format": {})",
                                          format.dump(-1, ' ', false, json::error_handler_t::replace)),
                              R"("themata-corpus" or "themata-fit")"});
}

}  // namespace themata
