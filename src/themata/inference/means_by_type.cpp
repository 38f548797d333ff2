#include "themata/inference/means_by_type.hpp"

namespace themata {

namespace {

/// The tokens of some word types in each topic, ordered by type: the transpose of a part of the counts n_kv.
class CountsByType {
 public:
  CountsByType(const SparseCounts& topic_word, std::span<const std::uint32_t> types) : rows_(types.size()) {
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> row_of(topic_word.n_columns, none);
    for (std::uint32_t row = 0; row < types.size(); ++row) row_of[types[row]] = row;
    for (std::size_t k = 0; k < topic_word.n_rows(); ++k) {
      const auto columns = topic_word.columns_of(k), counts = topic_word.counts_of(k);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::uint32_t row = row_of[static_cast<std::size_t>(columns[i])];
        if (row != none) rows_[row].push_back({static_cast<std::uint32_t>(k), counts[i]});
      }
    }
  }

  struct Cell {
    std::uint32_t topic;
    std::int32_t count;
  };
  const std::vector<Cell>& row(std::size_t row) const { return rows_[row]; }

 private:
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace

std::vector<double> means_by_type(const TopicWordMeans& means, std::span<const std::uint32_t> types,
                                  Pool& pool) {
  const CountsByType by_type(means.topic_word(), types);
  const std::size_t topics = means.n_topics();
  std::vector<double> phi(types.size() * topics);
  constexpr std::size_t types_at_once = 256;
  pool.for_chunks(types.size(), types_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t word = first; word < last; ++word) {
      double* row = phi.data() + word * topics;
      for (std::size_t k = 0; k < topics; ++k) row[k] = means.probability(k, types[word], 0);
      for (const auto& cell : by_type.row(word))
        row[cell.topic] = means.probability(cell.topic, types[word], cell.count);
    }
  });
  return phi;
}

}  // namespace themata
