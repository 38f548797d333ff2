#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/stream.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/seating/split_merge.hpp"
#include "themata/seating/tables_by_topic.hpp"

namespace themata::seating {

/// A split of a group of tables into left (0) and right (1), around two anchor tables that do not move.
class SplitAllocation {
 public:
  SplitAllocation(const sampling::State& mix, const TableGroup& group, double discount,
                  const std::array<std::size_t, 2>& anchors, Pool& pool);

  /// Splits the tables, by one pass or by scans. @param target  the side that each table must get; null to
  /// draw it @return  log q
  double part(Stream& stream, const SplitMerge& move, const std::vector<std::size_t>* target);

  /// log(r q).
  double log_ratio(const PitmanYor& process, std::int64_t topics_merged) const;

  std::size_t side(std::size_t table) const { return side_[table]; }
  std::int64_t tables(std::size_t side) const { return sides_[side].tables; }
  std::int64_t tokens(std::size_t side) const { return sides_[side].tokens; }
  /// V: counts of a side.
  std::span<const std::int32_t> words(std::size_t side) const { return sides_[side].words; }

 private:
  /// Counts of the tables on one side.
  struct Side {
    std::vector<std::int32_t> words;  ///< V
    std::int32_t tokens = 0;
    std::int64_t tables = 0;

    void add(std::span<const std::uint32_t> table, std::int32_t by) {
      for (const std::uint32_t v : table) words[v] += by;
      tokens += by * static_cast<std::int32_t>(table.size());
      tables += by;
    }
  };

  void put(std::size_t table, std::size_t side);
  double rescan(Stream& stream, const std::vector<std::size_t>* target);
  /// Allocates all tables at once given the present sides, and then recounts the sides.
  double allocate(Stream& stream, const std::vector<std::size_t>* target);
  /// log of the ratio left to right for each word type, without the sides' sizes.
  std::vector<double> log_ratios() const;
  double log_tables() const;
  /// Assigns a table to a side. @return  log of the choice's probability
  double seat(Stream& stream, std::size_t table, const std::vector<std::size_t>* target);
  /// log of the ratio of the left mass to the right one.
  double log_odds(std::span<const std::uint32_t> words) const;

  sampling::WordBeta betas_;
  double total_beta_;
  const TableGroup& group_;
  double discount_;
  std::array<std::size_t, 2> anchors_;
  Pool& pool_;
  std::vector<std::size_t> side_, order_;
  std::array<Side, 2> sides_;
};

}  // namespace themata::seating
