#include "themata/align/topic_set.hpp"

#include <algorithm>

#include "themata/evaluate/draw_counts.hpp"

namespace themata {

namespace {

struct Cell {
  std::uint32_t type;
  std::int32_t count;
};

/// The word types of which topic k has tokens or a seed, ascending.
std::vector<Cell> cells_of(const SparseCounts& counts, const WordPrior& prior, std::size_t k) {
  std::vector<Cell> cells;
  const auto types = counts.columns_of(k), values = counts.counts_of(k);
  for (std::size_t i = 0; i < types.size(); ++i)
    cells.push_back({static_cast<std::uint32_t>(types[i]), values[i]});
  for (const Seed& seed : prior.seeds())
    if (seed.topic == k && !std::ranges::binary_search(types, static_cast<std::int32_t>(seed.type)))
      cells.push_back({seed.type, 0});
  std::ranges::sort(cells, {}, &Cell::type);
  return cells;
}

}  // namespace

TopicSet topic_set(const SparseCounts& counts, const WordScores& scores) {
  TopicSet set{.n_types = counts.n_columns,
               .first = {0},
               .types = {},
               .phi = {},
               .absent = {},
               .weights = scores.prior().weights(),
               .sizes = scores.sizes()};
  for (std::size_t k = 0; k < scores.n_topics(); ++k) {
    for (std::uint32_t v = 0; scores.knows_phi() && v < scores.n_types(); ++v) {
      set.types.push_back(v);
      set.phi.push_back(scores.probability(k, v, 0));
    }
    if (!scores.knows_phi())
      for (const Cell& cell : cells_of(counts, scores.prior(), k)) {
        set.types.push_back(cell.type);
        set.phi.push_back(scores.probability(k, cell.type, cell.count));
      }
    set.first.push_back(set.types.size());
    set.absent.push_back(scores.absent_probability(k));
  }
  return set;
}

TopicSet topics_of(const Draw& draw, const Corpus& corpus, const WordPrior& prior) {
  const SparseCounts counts = with_candidates(topic_word_counts({corpus, draw.z, draw.n_topics()}), draw);
  return topic_set(counts, word_scores(counts, draw, prior));
}

TopicSet with_all_cells(const TopicSet& set) {
  TopicSet full = set;
  full.types.resize(set.n_topics() * set.n_types);
  full.phi.resize(full.types.size());
  for (std::size_t k = 0; k < set.n_topics(); ++k) {
    const std::size_t begin = k * set.n_types;
    for (std::size_t v = 0; v < set.n_types; ++v) {
      full.types[begin + v] = static_cast<std::uint32_t>(v);
      full.phi[begin + v] = set.absent[k] * set.weight(v);
    }
    const auto types = set.types_of(k);
    for (std::size_t i = 0; i < types.size(); ++i) full.phi[begin + types[i]] = set.phi_of(k)[i];
    full.first[k + 1] = begin + set.n_types;
  }
  return full;
}

}  // namespace themata
