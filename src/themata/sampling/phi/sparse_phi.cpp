#include "themata/sampling/phi/sparse_phi.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/sampling/phi/phi_sums.hpp"
#include "themata/sampling/phi/phi_types.hpp"

namespace themata::sampling {

namespace {

std::size_t groups_for(std::size_t entries) { return (entries + slot_group - 1) / slot_group; }

void accumulate_from_start(std::vector<std::size_t>& sizes) {
  std::size_t sum = 0;
  for (std::size_t& size : sizes) sum += std::exchange(size, sum);
}

}  // namespace

/// Masses as drawn, not yet normalized.
struct SparsePhi::Draft {
  /// Entries of consecutive words.
  struct Chunk {
    std::vector<MassEntry> entries;
    std::vector<std::size_t> ends;  ///< end of each word's entries
    std::vector<double> sums;       ///< slots
  };

  Draft(const Layout& layout, std::size_t slots)
      : types(layout),
        is_spread(layout.share.is_spread()),
        chunks((types.size() + phi_chunk - 1) / phi_chunk),
        redrawn(slots) {}
  void draw_words(const PhiDistribution& distribution, Pool& pool);
  std::vector<double> sum_chunks() const;
  void redraw_topics(const PhiDistribution& distribution, std::span<const double> prior, Pool& pool);

  PhiTypes types;
  bool is_spread;  ///< over several ranks
  std::vector<Chunk> chunks;
  std::vector<double> totals;               ///< slots
  std::vector<std::vector<float>> redrawn;  ///< slots: V masses if the topic was redrawn, else empty
  std::vector<std::size_t> redrawn_slots;

  std::span<const MassEntry> entries(std::size_t row) const {
    const Chunk& chunk = chunks[row / phi_chunk];
    const std::size_t i = row % phi_chunk, first = i == 0 ? 0 : chunk.ends[i - 1];
    return std::span(chunk.entries).subspan(first, chunk.ends[i] - first);
  }

  /// Calls visit(entry) for each of a word's masses.
  template <class Visit>
  void for_each(std::size_t row, const Visit& visit) const {
    for (const MassEntry& entry : entries(row))
      if (redrawn[entry.topic].empty()) visit(entry);
    for (const std::size_t k : redrawn_slots)
      if (const float mass = redrawn[k][types[row]]; mass > 0)
        visit(MassEntry{static_cast<Topic>(k), false, mass});
  }

  /// Number of a word's masses in its list and in its tail.
  std::pair<std::size_t, std::size_t> sizes(std::size_t v) const {
    std::pair<std::size_t, std::size_t> sizes{0, 0};
    for_each(v, [&](const MassEntry& entry) { ++(entry.in_tail ? sizes.second : sizes.first); });
    return sizes;
  }
};

void SparsePhi::draw(const PhiDistribution& distribution, const Layout& layout, std::span<const double> prior,
                     Pool& pool, std::uint32_t groups_without_row) {
  Draft draft(layout, prior.size());
  draft.draw_words(distribution, pool);
  draft.totals =
      layout.share.is_spread()
          ? sum_listed_phi(layout, prior.size(), pool, [&](std::size_t row) { return draft.entries(row); })
          : draft.sum_chunks();
  draft.redraw_topics(distribution, prior, pool);
  scale_.assign(prior.size(), 0.0);
  for (std::size_t k = 0; k < prior.size(); ++k) scale_[k] = prior[k] > 0 ? 1 / draft.totals[k] : 0.0;
  words_.assign(draft.types.size(), WordTopics());
  groups_without_row_ = groups_without_row;
  divide(draft, pool);
  make_room();
  lay_out(draft, prior, pool);
}

void SparsePhi::Draft::draw_words(const PhiDistribution& distribution, Pool& pool) {
  pool.for_chunks(types.size(), phi_chunk, [&](std::size_t first, std::size_t last) {
    Chunk& chunk = chunks[first / phi_chunk];
    chunk.sums.assign(redrawn.size(), 0.0);
    const DrawWord draw_word = distribution.word_drawer();
    for (std::size_t row = first; row < last; ++row) {
      draw_word(types[row], chunk.entries);
      chunk.ends.push_back(chunk.entries.size());
    }
    for (const MassEntry& entry : chunk.entries) chunk.sums[entry.topic] += static_cast<double>(entry.mass);
  });
}

std::vector<double> SparsePhi::Draft::sum_chunks() const {
  std::vector<double> sums(redrawn.size(), 0.0);
  for (const Chunk& chunk : chunks)
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += chunk.sums[k];
  return sums;
}

void SparsePhi::Draft::redraw_topics(const PhiDistribution& distribution, std::span<const double> prior,
                                     Pool& pool) {
  for (std::size_t k = 0; k < prior.size(); ++k)
    if (prior[k] > 0 && !(totals[k] > distribution.least_total)) redrawn_slots.push_back(k);
  const auto redraw = [&](std::size_t i) {
    const std::size_t k = redrawn_slots[i];
    redrawn[k] = distribution.draw_topic(k);
    totals[k] = std::accumulate(redrawn[k].begin(), redrawn[k].end(), 0.0);
  };
  if (is_spread)  // together with the other ranks, one topic after the other
    for (std::size_t i = 0; i < redrawn_slots.size(); ++i) redraw(i);
  else
    pool.for_each(redrawn_slots.size(), redraw);
}

/// Computes where each word's part of every array begins.
void SparsePhi::divide(const Draft& draft, Pool& pool) {
  const std::size_t n_types = words_.size();
  for (auto* firsts : {&first_group_, &first_tail_, &row_of_}) firsts->assign(n_types + 1, 0);
  pool.for_chunks(n_types, phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const auto [in_list, in_tail] = draft.sizes(v);
      first_group_[v] = groups_for(in_list);
      first_tail_[v] = in_tail;
      row_of_[v] = first_group_[v] > groups_without_row_ ? 1 : 0;
    }
  });
  for (auto* firsts : {&first_group_, &first_tail_, &row_of_}) accumulate_from_start(*firsts);
}

void SparsePhi::make_room() {
  // Memory is kept from sweep to sweep, with some to spare: allocating again costs more than filling it.
  const auto room = [](std::size_t needed) { return needed + needed / 8 + 1; };
  constexpr std::size_t group_floats = sizeof(TopicGroup) / sizeof(float);
  // One group more, because an empty list at the end is read before it is known to be empty.
  const std::size_t group_rows = ((first_group_.back() + 1) * group_floats + slot_group - 1) / slot_group;
  if (groups_.rows() < group_rows) groups_ = Matrix<float>(room(group_rows), slot_group);
  const std::size_t columns =
      scale_.size() + slot_group;  // extra columns for the padding of lists to point at
  if (rows_.rows() < row_of_.back() || rows_.columns() != columns) {
    rows_ = Matrix<float>();
    rows_ = Matrix<float>(room(row_of_.back()), columns);
  }
  tail_topics_.resize(first_tail_.back());
  tail_masses_.resize(first_tail_.back());
}

void SparsePhi::lay_out(Draft& draft, std::span<const double> prior, Pool& pool) {
  pool.for_chunks(words_.size(), phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) lay_out_word(draft, v, prior);
    draft.chunks[first / phi_chunk] = {};
  });
}

void SparsePhi::lay_out_word(const Draft& draft, std::size_t v, std::span<const double> prior) {
  auto* groups = reinterpret_cast<TopicGroup*>(groups_.row(0)) + first_group_[v];
  WordTopics& word = words_[v];
  word.n_groups = static_cast<std::uint32_t>(first_group_[v + 1] - first_group_[v]);
  std::fill_n(groups, word.n_groups, TopicGroup{});
  word.groups = groups;
  float* row = row_of_[v + 1] > row_of_[v] ? rows_.row(row_of_[v]) : nullptr;
  if (row != nullptr) std::fill_n(row, rows_.columns(), 0.0F);
  word.row = row;
  word.tail_topics = tail_topics_.data() + first_tail_[v];
  word.tail_masses = tail_masses_.data() + first_tail_[v];
  std::size_t in_list = 0;
  double prior_mass = 0;
  draft.for_each(v, [&](const MassEntry& entry) {
    if (entry.in_tail) {
      tail_topics_[first_tail_[v] + word.n_tail] = entry.topic;
      tail_masses_[first_tail_[v] + word.n_tail++] = entry.mass;
      word.tail_bound = std::max(word.tail_bound, entry.mass);
      return;
    }
    const auto mass = static_cast<float>(static_cast<double>(entry.mass) * scale_[entry.topic]);
    TopicGroup& group = groups[in_list / slot_group];
    group.topics[in_list % slot_group] = entry.topic;
    group.masses[in_list++ % slot_group] = mass;
    prior_mass += static_cast<double>(mass) * prior[entry.topic];
    if (row != nullptr) row[entry.topic] = mass;
  });
  word.prior_mass = static_cast<float>(prior_mass);
}

double SparsePhi::at(std::size_t slot, std::size_t row) const {
  const WordTopics& word = words_[row];
  double mass = 0;
  for (const TopicGroup& group : std::span(word.groups, word.n_groups))
    for (std::size_t i = 0; i < slot_group; ++i)
      if (group.topics[i] == slot) mass += static_cast<double>(group.masses[i]);
  const auto tail = std::span(word.tail_topics, word.n_tail);
  const auto found = std::lower_bound(tail.begin(), tail.end(), slot);
  if (found != tail.end() && *found == slot)
    mass += static_cast<double>(word.tail_masses[found - tail.begin()]) * scale_[slot];
  return mass;
}

}  // namespace themata::sampling
