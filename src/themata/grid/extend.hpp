#pragma once

#include <vector>

#include "themata/grid/run.hpp"

namespace themata {

/// What grid.json holds of a grid: its options, and the corpus that it is of.
nlohmann::json description_of(const GridOptions& options, const CorpusFolder& corpus);

/// Checks that a folder holds the grid that is asked for, or some of its cells: a grid can gain values of its
/// axes. Then the cells take the names that they have in the larger grid, and keep their fits and scores.
/// @param cells  of the grid that is asked for
/// @throws UsageError where the folder holds another grid, naming what differs
void extend_grid(const GridOptions& options, const std::vector<GridCell>& cells, const GridRun& run,
                 const CorpusFolder& corpus);

}  // namespace themata
