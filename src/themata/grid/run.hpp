#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/fit/fit.hpp"
#include "themata/grid/grid.hpp"
#include "themata/grid/score.hpp"

namespace themata {

// A grid folder holds
//   grid.json          {"format": "themata-grid", "version": 1, "engine", "corpus": {"path", "hash"},
//                       "options": {...}}
//   training/, held-out/   corpus folders: the documents that all models are fitted to, and the others
//   fits/<cell>/       one fit folder per cell
//   scores/<cell>.json the cell's scores, without its stability
//   sweep.tsv, sweep.svg   the scores of all cells, as a table and as a picture

/// The numbers of one cell.
struct CellScore : FitScore {
  GridCell cell;
};

/// Where a grid is run, and on how many threads.
struct GridRun {
  Place folder;               ///< new, or with the same grid; in memory or on the disk
  std::uint64_t threads = 0;  ///< in total, for all cells that run at once; 0: all cores
  /// Several processes can run one grid together, on a disk that all of them see: this one does the cells
  /// `part`, `part + parts`, ..., counted from 1.
  std::uint64_t part = 1, parts = 1;
};

/// A grid that was run.
struct GridResult {
  std::vector<CellScore>
      scores;            ///< in the order of cells_of(options); of a stopped grid, those that were done
  bool complete = true;  ///< false where the watch stopped it or a fit failed; all that was done is saved
  bool awaits_others =
      false;  ///< its part is complete, and another is not: whoever ends last makes the table
};

/// Fits and scores what is still missing of a grid, and writes sweep.tsv and sweep.svg. The result does not
/// depend on how many cells run at once, or on how often it was stopped: a folder that holds the same grid
/// already is continued.
/// @throws UsageError where the folder holds another grid; as start_fit and resume_fit
GridResult run_grid(const CorpusFolder& corpus, const GridOptions& asked, const GridRun& run,
                    const GridWatch& watch);

/// Columns cell, model, topics_asked, topics, the other axes of a grid, log_p_per_word, mc_error, draw_error,
/// perplexity, npmi, exclusivity, stability, log_posterior_per_token, seconds; NA for a missing value.
std::string grid_tsv(const std::vector<CellScore>& scores);

/// Held-out likelihood, NPMI, exclusivity and stability against the requested number of topics, or against
/// the cells if that is no axis. There is one line per combination of the other axes, and one dot per seed.
std::string grid_svg(const GridOptions& options, const std::vector<CellScore>& scores);

}  // namespace themata
