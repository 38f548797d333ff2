#include "themata/grid/run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "themata/align/compare.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/grid/extend.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/memory.hpp"
#include "themata/models/registry.hpp"
#include "themata/predict/held_out.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/run/lock.hpp"
#include "themata/run/memory.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/manifest.hpp"
#include "themata/version.hpp"

namespace themata {

namespace {

using nlohmann::json;

/// Documents that no model sees, and the others; both ascending.
struct Parts {
  std::vector<std::size_t> training, held_out;
};

Parts part(std::size_t documents, const GridOptions& options) {
  if (documents < 2)
    throw UsageError(
        "the corpus has fewer than 2 documents; sweep needs at least 2, because it holds out some");
  std::vector<std::size_t> order(documents);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(chain_key(options.split_seed, 1), Purpose::fold, 0, 1);
  shuffle(order, stream);
  const auto wanted =
      static_cast<std::size_t>(std::llround(options.held_out * static_cast<double>(documents)));
  const auto cut =
      order.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(wanted, 1, documents - 1));
  Parts parts{{cut, order.end()}, {order.begin(), cut}};
  std::sort(parts.training.begin(), parts.training.end());
  std::sort(parts.held_out.begin(), parts.held_out.end());
  return parts;
}

void begin(const GridOptions& options, const GridRun& run, const CorpusFolder& corpus) {
  const Parts parts = part(corpus.corpus.n_documents(), options);
  StagedFolder staged(run.folder);
  write_subset(corpus, parts.training, staged.staging() / "training");
  write_subset(corpus, parts.held_out, staged.staging() / "held-out");
  create_folder(staged.staging() / "fits");
  create_folder(staged.staging() / "scores");
  write_file_atomically(staged.staging() / "grid.json", with_own_checksum(description_of(options, corpus)));
  staged.commit();
}

/// The JSON in a file; a discarded value where it is none.
json read_json(const Place& place) {
  return exists(place) ? parse_json<json>(read_text(place)) : json(json::value_t::discarded);
}

json to_json(const CellScore& score) {
  json out = {{"topics", score.topics},
              {"per_word", score.per_word},
              {"mc_error", score.mc_error},
              {"draw_error", nullptr},
              {"npmi", nullptr},
              {"exclusivity", nullptr},
              {"log_posterior", score.log_posterior},
              {"seconds", score.seconds}};
  if (score.draw_error) out["draw_error"] = *score.draw_error;
  if (score.npmi) out["npmi"] = *score.npmi;
  if (score.exclusivity) out["exclusivity"] = *score.exclusivity;
  return out;
}

std::optional<double> number_or_nothing(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

CellScore read_score(const Place& path, const GridCell& cell) try {
  const json found = read_json(path);
  if (found.is_object()) check_own_checksum(found, path);
  CellScore score{{}, cell};
  found.at("topics").get_to(score.topics);
  found.at("per_word").get_to(score.per_word);
  found.at("mc_error").get_to(score.mc_error);
  score.draw_error = number_or_nothing(found.at("draw_error"));
  score.npmi = number_or_nothing(found.at("npmi"));
  score.exclusivity = number_or_nothing(found.at("exclusivity"));
  found.at("log_posterior").get_to(score.log_posterior);
  found.at("seconds").get_to(score.seconds);
  constexpr double most = 1 + 1e-9;  // a mean of ones may be above one by rounding
  const bool possible = found.at("topics").is_number_unsigned() && score.per_word <= 0 &&
                        score.per_word > -1e6 && score.mc_error >= 0 && score.draw_error.value_or(0) >= 0 &&
                        std::abs(score.npmi.value_or(0)) <= most && score.exclusivity.value_or(0) >= 0 &&
                        score.exclusivity.value_or(0) <= most && score.seconds >= 0;
  if (!possible)
    throw InputError(path.string(), 0,
                     "is damaged (a number is out of range); remove it, and the cell is scored again");
  return score;
} catch (const json::exception& error) {
  throw InputError(path.string(), 0,
                   fmt::format("is damaged ({}); remove it, and the cell is scored again", error.what()));
}

/// Fits what is still missing of a cell on `threads` threads. @return  false where it was stopped or ran out
/// of something
bool fit_cell(const GridRun& run, GridCell cell, std::uint64_t threads, const GridWatch& watch) {
  cell.fit.threads = threads;
  const Place path = run.folder / "fits" / cell.name;
  FitWatch of_fit;
  of_fit.should_stop = watch.should_stop;
  of_fit.warn = [&](const std::string& text) {
    if (watch.warn) watch.warn(cell.name + ": " + text);
  };
  if (watch.failed)
    of_fit.failed = [&](const ResourceError& error) { watch.failed(cell.name, error.what()); };
  if (!exists(path))
    return start_fit(open_corpus(run.folder / "training"), cell.fit, path, of_fit) == FitEnd::complete;
  if (open_fit(path).status() == "complete") return true;
  return resume_fit(path, {}, of_fit) == FitEnd::complete;
}

bool is_stopped(const GridWatch& watch) { return watch.should_stop && watch.should_stop(); }

/// What ends the scoring of documents where the watch says so.
struct Stopped {};

/// What the manifest says of the chain that is scored.
const json& chain_of(const ShownFit& shown) {
  const json& chains = shown.fit.manifest.at("chains");
  return *std::ranges::find_if(chains,
                               [&](const json& chain) { return chain.at("chain") == shown.draw.chain; });
}

CellScore score_cell(const GridRun& run, const GridCell& cell, std::uint64_t threads,
                     const GridWatch& watch) {
  Pool pool(static_cast<int>(threads));
  const FitDraws draws(open_fit(run.folder / "fits" / cell.name), std::nullopt, DrawUse::every);
  const NewDocuments documents(open_corpus(run.folder / "held-out"), draws.corpus());
  const HeldOutScore held_out = score_held_out(draws, documents, {}, pool, [&](double) {
    if (is_stopped(watch)) throw Stopped();
  });
  const ShownFit& shown = draws.shown();
  const FitQuality quality = fit_quality(shown, shown.corpus, {}, pool);
  const json& chain = chain_of(shown);
  const auto scored = static_cast<double>(held_out.scored);
  CellScore score{{}, cell};
  score.topics = static_cast<std::size_t>(std::count_if(quality.topics.begin(), quality.topics.end(),
                                                        [](const TopicQuality& t) { return t.tokens > 0; }));
  score.per_word = held_out.per_word();
  score.mc_error = held_out.error / scored;
  if (held_out.draw_error) score.draw_error = *held_out.draw_error / scored;
  score.npmi = quality.npmi.value;
  score.exclusivity = quality.exclusivity.value;
  score.log_posterior =
      chain.at("log_posterior").get<double>() / static_cast<double>(shown.corpus.corpus.n_tokens());
  score.seconds = chain.at("seconds").get<double>();
  return score;
}

/// Fits and scores what is still missing of a cell. @return  nothing where it was stopped
std::optional<CellScore> finish_cell(const GridRun& run, const GridCell& cell, std::uint64_t threads,
                                     const GridWatch& watch) try {
  const Place path = run.folder / "scores" / (cell.name + ".json");
  if (!exists(path)) {
    if (!fit_cell(run, cell, threads, watch)) return std::nullopt;
    write_file_atomically(path, with_own_checksum(to_json(score_cell(run, cell, threads, watch))));
  }
  return read_score(path, cell);
} catch (const Stopped&) {
  return std::nullopt;
}

/// How many cells run at once: a core each, as long as the largest of them fit into memory together.
std::size_t cells_at_once(const std::vector<GridCell>& cells, const Corpus& training, const GridRun& run) {
  std::vector<std::uint64_t> bytes;
  bytes.reserve(cells.size());
  for (const GridCell& cell : cells) bytes.push_back(forecast_memory(training, cell.fit, cell.fit.chains));
  std::sort(bytes.rbegin(), bytes.rend());
  const auto most = std::min<std::size_t>(static_cast<std::size_t>(threads_for(run.threads)), cells.size());
  const std::uint64_t available = available_memory();
  std::uint64_t sum = bytes.front();
  std::size_t n = 1;
  while (n < most && (available == 0 || sum + bytes[n] <= available)) sum += bytes[n++];
  return n;
}

/// A fit's chain that is scored.
RunChoice shown_run(FitFolder fit) {
  const std::uint32_t chain = fit.shown_chain();
  return {std::move(fit), chain};
}

void add_stability(const GridRun& run, std::vector<CellScore>& scores) {
  Pool pool(threads_for(run.threads));
  std::map<std::string, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < scores.size(); ++i) alike[scores[i].cell.model].push_back(i);
  for (const auto& [model, members] : alike) {
    if (members.size() < 2) continue;
    for (const std::size_t first : members) {
      std::vector<RunChoice> runs;
      runs.reserve(members.size());
      for (const std::size_t i : members)
        runs.push_back(shown_run(open_fit(run.folder / "fits" / scores[i].cell.name)));
      const auto own =
          static_cast<std::size_t>(std::find(members.begin(), members.end(), first) - members.begin());
      std::swap(runs.front(), runs[own]);
      scores[first].stability = compare(runs, {}, pool).totals.similarity;
    }
  }
}

bool is_mine(const GridRun& run, std::size_t cell) {
  assert(run.parts > 0);
  return cell % run.parts == run.part - 1;
}

void check_part(const GridRun& run) {
  if (run.part < 1 || run.part > run.parts)
    throw UsageError({"part", fmt::format("{}/{}", run.part, run.parts), "I/N with I from 1 to N"});
  if (run.parts > 1 && run.folder.in_memory())
    throw UsageError("`part` needs a folder on a disk that all processes see");
}

/// Makes the grid's folder where there is none. Of several processes that make it at once, one does.
void make_grid(const CorpusFolder& corpus, const GridOptions& options, const std::vector<GridCell>& cells,
               const GridRun& run) {
  const auto is_there = [&] { return exists(run.folder / "grid.json"); };
  if (is_there()) return;
  for (const GridCell& cell : cells) check_fit(corpus, cell.fit);
  try {
    begin(options, run, corpus);
  } catch (const UsageError&) {
    if (run.parts == 1 || !is_there()) throw;
  }
}

/// Fits and scores the cells of this process.
std::vector<std::optional<CellScore>> finish_cells(const std::vector<GridCell>& cells, const Corpus& training,
                                                   const GridRun& run, const GridWatch& watch) {
  std::vector<std::size_t> mine;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (is_mine(run, i)) mine.push_back(i);
  std::vector<std::optional<CellScore>> scores(cells.size());
  if (mine.empty()) return scores;
  std::atomic<std::size_t> done{0};
  const std::size_t at_once = cells_at_once(cells, training, run);
  const std::uint64_t threads_each =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(threads_for(run.threads)) / at_once);
  Pool pool(static_cast<int>(at_once));
  pool.for_each(mine.size(), [&](std::size_t n) {
    if (is_stopped(watch)) return;
    const std::size_t i = mine[n];
    scores[i] = finish_cell(run, cells[i], threads_each, watch);
    if (scores[i] && watch.scored) watch.scored(cells[i].name, ++done, mine.size());
  });
  return scores;
}

}  // namespace

GridResult run_grid(const CorpusFolder& corpus, const GridOptions& asked, const GridRun& run,
                    const GridWatch& watch) {
  check_part(run);
  const GridOptions options = canonical(asked);
  const std::vector<GridCell> cells = cells_of(options);
  make_grid(corpus, options, cells, run);
  std::optional<FolderLock> lock;
  if (!run.folder.in_memory())
    lock.emplace(run.folder.path(), run.parts > 1 ? FolderLock::Kind::together : FolderLock::Kind::alone);
  if (lock && run.parts == 1) remove_partial_files(run.folder.path());  // of a killed process
  extend_grid(options, cells, run, corpus);
  const CorpusFolder training = open_corpus(run.folder / "training");
  open_corpus(run.folder / "held-out");  // damaged, it would make scores of another grid
  std::vector<std::optional<CellScore>> scores = finish_cells(cells, training.corpus, run, watch);
  GridResult result;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Place path = run.folder / "scores" / (cells[i].name + ".json");
    if (!is_mine(run, i) && exists(path)) scores[i] = read_score(path, cells[i]);
    if (scores[i])
      result.scores.push_back(std::move(*scores[i]));
    else if (is_mine(run, i))
      result.complete = false;
    else
      result.awaits_others = true;
  }
  if (!result.complete || result.awaits_others) return result;
  add_stability(run, result.scores);
  write_file_atomically(run.folder / "sweep.tsv", grid_tsv(result.scores));
  write_file_atomically(run.folder / "sweep.svg", grid_svg(options, result.scores));
  return result;
}

}  // namespace themata
