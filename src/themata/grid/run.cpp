#include "themata/grid/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>

#include "themata/align/compare.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/predict/held_out.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/manifest.hpp"
#include "themata/version.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Documents that no model sees, and the others; both ascending.
struct Parts {
  std::vector<std::size_t> training, held_out;
};

Parts part(std::size_t documents, const GridOptions& options) {
  if (documents < 2) throw UsageError("the corpus has fewer than 2 documents; a grid holds some out");
  std::vector<std::size_t> order(documents);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(chain_key(options.split_seed, 1), Purpose::fold, 0, 1);
  for (std::size_t i = documents; i-- > 1;)
    std::swap(order[i], order[stream.below(static_cast<std::uint32_t>(i + 1))]);
  const auto wanted = static_cast<std::size_t>(std::llround(options.held_out * static_cast<double>(documents)));
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(wanted, 1, documents - 1));
  Parts parts{{cut, order.end()}, {order.begin(), cut}};
  std::sort(parts.training.begin(), parts.training.end());
  std::sort(parts.held_out.begin(), parts.held_out.end());
  return parts;
}

json description_of(const GridOptions& options, const CorpusFolder& corpus) {
  return {{"format", "themata-grid"},
          {"version", 1},
          {"engine", version()},
          {"corpus", {{"path", fs::absolute(corpus.path).lexically_normal().string()}, {"hash", corpus.hash()}}},
          {"options", to_json(options)}};
}

void begin(const GridOptions& options, const GridRun& run, const CorpusFolder& corpus) {
  const Parts parts = part(corpus.corpus.n_documents(), options);
  StagedFolder staged(run.folder);
  write_subset(corpus, parts.training, staged.staging() / "training");
  write_subset(corpus, parts.held_out, staged.staging() / "held-out");
  fs::create_directories(staged.staging() / "fits");
  fs::create_directories(staged.staging() / "scores");
  write_file_atomically(staged.staging() / "grid.json", description_of(options, corpus).dump(2) + "\n");
  staged.commit();
}

/// Refuses a folder that holds another grid, naming what differs.
void check_same(const GridOptions& options, const GridRun& run, const CorpusFolder& corpus) {
  const json found = json::parse(read_text(run.folder / "grid.json"), nullptr, false);
  if (!found.is_object() || !found.contains("options") || !found.contains("corpus"))
    throw InputError((run.folder / "grid.json").string(), 0, "is damaged; expected the description of a grid");
  if (found["corpus"].value("hash", "") != corpus.hash())
    throw UsageError(fmt::format("{}: holds a grid of another corpus; name another --output", run.folder.string()));
  const json wanted = to_json(options);
  for (const auto& [key, value] : wanted.items())
    if (found["options"].value(key, json()) != value)
      throw UsageError(fmt::format("{}: holds a grid with another {} ({}; asked for {}); name another --output",
                                   run.folder.string(), key, found["options"].value(key, json()).dump(),
                                   value.dump()));
}

}  // namespace

}  // namespace themata
