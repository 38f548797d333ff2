#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "themata/fit/fit.hpp"
#include "themata/grid/grid.hpp"

namespace themata {

// A grid folder holds
//   grid.json          {"format": "themata-grid", "version": 1, "engine", "corpus": {"path", "hash"}, "options": {...}}
//   training/, held-out/   the documents that every model is fitted to, and those that it is scored by (corpus folders)
//   fits/<cell>/       a fit folder a cell
//   scores/<cell>.json what is said of the cell, but for its stability
//   sweep.tsv, sweep.svg   all of it, as a table and as a picture

/// What is said of one cell.
struct CellScore {
  GridCell cell;
  std::size_t topics = 0;                 ///< with tokens
  double per_word = 0;                    ///< held-out log-likelihood a word, by document completion
  double mc_error = 0;                    ///< of it, given the draws
  std::optional<double> draw_error = {};  ///< of it, of the choice of draws
  std::optional<double> npmi = {}, exclusivity = {};  ///< means over topics
  std::optional<double> stability =
      {};  ///< mean similarity of its topics to those of the cells that differ by the seed alone
  double log_posterior = 0;  ///< a token of the training documents
  double seconds = 0;        ///< of sampling
};

/// How a caller watches a grid and stops it. Each may be empty; all are called by several threads at once.
struct GridWatch {
  std::function<void(const std::string& cell, std::size_t done, std::size_t all)> scored;
  std::function<void(const std::string&)> warn;
  std::function<bool()> should_stop;
};

struct GridRun {
  std::filesystem::path corpus, folder;
  std::uint64_t threads = 0;  ///< in all, shared out among the cells that run at once; 0: every core
};

/// Fits and scores what is still missing of a grid, and writes sweep.tsv and sweep.svg. Not one bit depends on how many cells
/// run at once, or on how often it was stopped. A folder that holds the same grid already is gone on with.
/// @return  in the order of cells_of(options)
/// @throws UsageError where the folder holds another grid; as start_fit and resume_fit; Error with ExitCode::interrupted where
/// the watch has stopped it, all being saved
std::vector<CellScore> run_grid(const GridOptions& asked, const GridRun& run, const GridWatch& watch);

/// Columns cell, model, topics_asked, topics, alpha, beta, gamma, eta, delta, sigma, xi, zeta, seed, log_p_per_word, mc_error, draw_error, perplexity,
/// npmi, exclusivity, stability, log_posterior_per_token, seconds; NA for what is nothing.
std::string grid_tsv(const std::vector<CellScore>& scores);

/// Held-out likelihood, NPMI, exclusivity and stability against the number of topics asked for (or against the cells, where that
/// is no axis), a line a combination of the other axes, a dot a seed.
std::string grid_svg(const GridOptions& options, const std::vector<CellScore>& scores);

}  // namespace themata
