#include "themata/store/fit_checksums.hpp"

#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/store/checked_files.hpp"
#include "themata/store/manifest.hpp"
#include "themata/store/output_path.hpp"

namespace themata {

using nlohmann::json;

namespace {

constexpr const char* given_folder = "given/";

/// The lock says nothing, and the manifest has a checksum of its own.
bool has_none_elsewhere(const std::string& name) {
  return has_a_name_of_ours(name) && !name.ends_with(".npz") && name != "manifest.json" && name != ".lock";
}

json all_of(const json& manifest) { return manifest.value("checksums", json::object()); }

void require_one_whole(const json& manifest, const Place& fit, const std::string& name) {
  try {
    require_checksum(manifest, fit, name);
  } catch (const InputError&) {
    require_unchanged(manifest, fit);
    throw;
  }
}

}  // namespace

void require_unchanged(const json& manifest, const Place& fit) {
  const json now = read_manifest(fit);
  if (all_of(now) != all_of(manifest) || now.value("status", "") != manifest.value("status", ""))
    throw InputError((fit / "manifest.json").string(), 0,
                     "has changed since the fit was opened, by a resume; open the fit again");
}

json checksums_of_given(const Place& fit) {
  json sums = json::object();
  for (const std::string& name : files_in(fit / "given"))
    if (!name.ends_with(".npz")) sums[given_folder + name] = checksum_of_file(fit / "given" / name);
  return sums;
}

void update_checksums(json& manifest, const Place& fit) {
  json sums = json::object();
  const json before = all_of(manifest);
  for (const auto& [name, sum] : before.items())
    if (name.starts_with(given_folder)) sums[name] = sum;
  if (manifest.at("status") != "running")
    for (const std::string& name : files_in(fit))
      if (has_none_elsewhere(name)) sums[name] = checksum_of_file(fit / name);
  manifest["checksums"] = std::move(sums);
}

void require_whole(const json& manifest, const Place& fit, const std::string& name) {
  if (all_of(manifest).contains(name)) require_one_whole(manifest, fit, name);
}

void require_all_whole(const json& manifest, const Place& fit, const std::string& beginning) {
  const json sums = all_of(manifest);
  for (const auto& item : sums.items())
    if (item.key().starts_with(beginning)) require_one_whole(manifest, fit, item.key());
}

}  // namespace themata
