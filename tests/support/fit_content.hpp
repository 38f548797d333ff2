#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <string>

#include "support.hpp"
#include "themata/io/format.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata::testing {

/// What is in a fit's folder, less the times: texts by file, and the state of draws.
inline std::map<std::string, std::string> content_of(const std::filesystem::path& fit) {
  namespace fs = std::filesystem;
  const FitFolder folder = open_fit(fit);
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fit)) {
    const std::string name = fs::relative(entry.path(), fit).string();
    const bool is_timed = name.starts_with("trace-") || name.starts_with("inefficiency");
    if (!entry.is_regular_file() || is_timed || name == "manifest.json") continue;
    if (entry.path().extension() == ".npz" && (name.starts_with("draws") || name.starts_with("checkpoint"))) {
      const Draw draw = read_draw(entry.path(), folder.plugin());
      files[name] = fmt::format("{} {} {}", state_hash(draw), draw.sweep, listed(draw.monitored, " "));
    } else {
      files[name] = test::read_bytes(entry.path());
    }
  }
  for (const nlohmann::json& chain : folder.manifest.at("chains"))
    files["hash"] += chain.at("state_hash").get<std::string>() + " ";
  return files;
}

}  // namespace themata::testing
