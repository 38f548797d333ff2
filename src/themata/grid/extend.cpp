#include "themata/grid/extend.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/manifest.hpp"
#include "themata/version.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Where a corpus is; in memory it has no path.
std::string path_of(const CorpusFolder& corpus) {
  return corpus.path.in_memory() ? corpus.path.string()
                                 : fs::absolute(corpus.path.path()).lexically_normal().string();
}

/// The first key whose values differ in two objects, or that one lacks; "" where none does.
std::string first_key(const json& had, const json& wanted) {
  json both = had;
  both.update(wanted);
  for (const auto& [key, value] : both.items())
    if (had.value(key, json()) != wanted.value(key, json())) return key;
  return "";
}

/// A fit's options with what an earlier version did not write of them.
json as_now(const json& options) {
  return options.contains("model") ? to_json(options_from_json(options, "grid.json")) : options;
}

/// The first option by which two grids differ, but for their axes; "" where none does.
std::string first_difference(const json& had, const json& wanted) {
  for (const auto& [model, fit] : wanted.at("fits").items()) {
    const json fits = had.value("fits", json::object());
    if (!fits.contains(model)) continue;  // of an axis of models
    std::string option = first_key(as_now(fits.at(model)), as_now(fit));
    if (!option.empty()) return option;
  }
  if (had.value("held_out", json()) != wanted.at("held_out")) return "held-out";
  return had.value("split_seed", json()) != wanted.at("split_seed") ? "split-seed" : "";
}

[[noreturn]] void refuse_other(const Place& folder, const std::string& option) {
  throw UsageError(
      fmt::format("{}: has a grid with another `{}`; name another `output`", folder.string(), option));
}

/// The description in a folder.
/// @throws InputError where there is none; UsageError where it is of another corpus
json read_description(const Place& folder, const CorpusFolder& corpus) {
  json found = parse_json<json>(read_text(folder / "grid.json"));
  if (!found.is_object() || !found.contains("options") || !found.contains("corpus"))
    throw InputError((folder / "grid.json").string(), 0,
                     "is damaged: it is not the description of a grid; name another `output`");
  check_own_checksum(found, folder / "grid.json");
  if (found["corpus"].value("hash", "") != corpus.hash())
    throw UsageError(fmt::format("{}: has a grid of another corpus; name another `output`", folder.string()));
  return found;
}

/// The grid with the axes that a folder's has.
GridOptions with_axes(GridOptions options, const json& axes) {
  options.axes.clear();
  for (const std::string& axis : grid_axes())
    if (axes.contains(axis)) options.axes.push_back({axis, axes.at(axis).get<std::vector<std::string>>()});
  return options;
}

struct Renamed {
  std::string before, now;
};

/// The names of a folder's cells among those that are asked for; nothing where one is not asked for.
std::optional<std::vector<Renamed>> find_cells(const std::vector<GridCell>& before,
                                               const std::vector<GridCell>& now) {
  std::map<std::string, std::string> names;
  for (const GridCell& cell : now) names.emplace(dump_json(to_json(cell.fit)), cell.name);
  std::vector<Renamed> found;
  for (const GridCell& cell : before) {
    const auto name = names.find(dump_json(to_json(cell.fit)));
    if (name == names.end()) return std::nullopt;
    found.push_back({cell.name, name->second});
  }
  return found;
}

void move_cell(const Place& grid, const Renamed& cell) {
  if (cell.before == cell.now) return;
  const Place fit = grid / "fits" / cell.before, to = grid / "fits" / cell.now;
  if (exists(fit) && grid.in_memory()) {
    copy_files(fit, to);
    remove(fit);
  } else if (exists(fit)) {
    fs::rename(fit.path(), to.path());
  }
  const Place score = grid / "scores" / (cell.before + ".json");
  if (!exists(score)) return;
  write_file_atomically(grid / "scores" / (cell.now + ".json"), read_text(score));
  remove(score);
}

}  // namespace

json description_of(const GridOptions& options, const CorpusFolder& corpus) {
  return {{"format", "themata-grid"},
          {"version", 1},
          {"engine", version()},
          {"corpus", {{"path", path_of(corpus)}, {"hash", corpus.hash()}}},
          {"options", to_json(options)}};
}

void extend_grid(const GridOptions& options, const std::vector<GridCell>& cells, const GridRun& run,
                 const CorpusFolder& corpus) {
  const json found = read_description(run.folder, corpus);
  const json &had = found["options"], wanted = to_json(options);
  const json axes = had.value("axes", json::object());
  if (const std::string option = first_difference(had, wanted); !option.empty())
    refuse_other(run.folder, option);
  const std::string axis = first_key(axes, wanted.at("axes"));
  if (axis.empty()) return;
  const auto kept = find_cells(cells_of(without_options_of_others(with_axes(options, axes), options)), cells);
  if (!kept) refuse_other(run.folder, axis);
  if (run.parts > 1)
    throw UsageError(
        "`part` cannot be combined with new values of the grid's axes: one process must make them",
        {"part", fmt::format("{}/{}", run.part, run.parts), "1/1"});
  for (const GridCell& cell : cells) check_fit(corpus, cell.fit);
  for (const Renamed& cell : *kept) move_cell(run.folder, cell);
  write_file_atomically(run.folder / "grid.json", with_own_checksum(description_of(options, corpus)));
}

}  // namespace themata
