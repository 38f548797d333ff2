#include "themata/api/sweep.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

#include "themata/api/access.hpp"
#include "themata/grid/run.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

using detail::Access;

/// The grid, with its axes in the order that a grid has them in.
GridOptions grid_of(const Sweep& sweep) {
  GridOptions grid;
  grid.fit = sweep.options;
  grid.held_out = sweep.held_out;
  grid.split_seed = sweep.split_seed;
  for (const auto& [option, values] : sweep.axes)
    if (std::ranges::find(grid_axes(), option) == grid_axes().end())
      throw UsageError("`" + option + "` cannot be an axis of a grid");
  for (const std::string& option : grid_axes())
    for (const auto& [axis, values] : sweep.axes)
      if (axis == option) grid.axes.push_back({axis, values});
  return grid;
}

SweepResult sweep_at(const Place& place, const Collection& collection, const Sweep& grid,
                     const GridWatch& watch) {
  SweepResult result;
  std::mutex guard;
  GridWatch watched = watch;
  watched.failed = [&](const std::string& name, const std::string& why) {
    {
      const std::lock_guard lock(guard);
      result.failed.emplace_back(name, why);
    }
    if (watch.failed) watch.failed(name, why);
  };
  GridResult run = run_grid(Access::corpus(collection), grid_of(grid),
                            {place, grid.threads, grid.part, grid.parts}, watched);
  std::ranges::sort(result.failed);
  result.complete = run.complete;
  result.awaits_others = run.awaits_others;
  result.fits.reserve(run.scores.size());
  for (const CellScore& score : run.scores)
    result.fits.push_back({score, score.cell.name, Access::options(score.cell.fit),
                           Access::fit(place / "fits" / score.cell.name)});
  return result;
}

}  // namespace

SweepResult sweep(const Collection& collection, const Sweep& grid, const GridWatch& watch) {
  return sweep_at(Place(std::make_shared<MemoryFiles>()), collection, grid, watch);
}

SweepResult sweep_into(const std::string& folder, const Collection& collection, const Sweep& grid,
                       const GridWatch& watch) {
  return sweep_at(Place(folder), collection, grid, watch);
}

}  // namespace themata
