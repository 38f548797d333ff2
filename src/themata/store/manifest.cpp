#include "themata/store/manifest.hpp"

#include <fmt/core.h>

#include <string>

#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"

namespace themata {
using nlohmann::json;

namespace {

/// Of members in the order of their names, so that it does not depend on how a file is laid out.
std::string checksum_of(json content) {
  content.erase("checksum");
  Checksum sum;
  const std::string text = dump_json(content);
  sum.add(text.data(), text.size());
  return sum.text();
}

}  // namespace

std::string with_own_checksum(nlohmann::ordered_json content) {
  content["checksum"] = checksum_of(parse_json<json>(dump_json(content)));
  return dump_json(content, 2) + "\n";
}

void check_own_checksum(const json& content, const Place& file) {
  const json expected = content.value("checksum", json());
  if (expected.is_null()) return;
  const std::string found = checksum_of(content);
  if (expected != found)
    throw InputError(file.string(), 0,
                     fmt::format("is damaged, or was edited: its checksum is {}; it says {} (to use it as it "
                                 "is, remove its line \"checksum\")",
                                 found, dump_json(expected)));
}

json read_manifest(const Place& folder) {
  const Place file = folder / "manifest.json";
  if (!exists(folder)) throw InputError(folder.string(), 0, "does not exist");
  if (!exists(file) && exists(folder / "grid.json"))
    throw InputError(folder.string(), 0,
                     fmt::format("is a grid of fits, from `themata sweep`; its fits are in {}",
                                 (folder / "fits").string()));
  if (!exists(file))
    throw InputError(folder.string(), 0,
                     "is neither a corpus folder nor a fit folder: it has no manifest.json",
                     Suggestion{Remedy::make_corpus_or_fit, ""});
  const std::string text = read_text(file);
  if (is_too_deep(text))
    throw InputError(file.string(), 0, "has more lists within lists than a manifest has");
  json manifest;
  try {
    manifest = json::parse(text);
  } catch (const json::exception& error) {
    throw InputError(file.string(), 0, fmt::format("is not valid JSON: {}", error.what()));
  }
  if (!manifest.is_object()) throw InputError(file.string(), 0, "is not a JSON object");
  check_own_checksum(manifest, file);
  return manifest;
}

FolderKind kind_of_folder(const json& manifest, const Place& folder) {
  const json format = manifest.value("format", json());
  if (format == "themata-corpus") return FolderKind::corpus;
  if (format == "themata-fit") return FolderKind::fit;
  throw InputError((folder / "manifest.json").string(), 0,
                   InputFault{fmt::format(R"(has "format": {})", dump_json(format)),
                              R"("themata-corpus" or "themata-fit")"});
}

}  // namespace themata
