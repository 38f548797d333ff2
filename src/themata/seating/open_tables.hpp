#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace themata::seating {

/// The tables of one document while its tokens come and go. Empty tables are reused.
class OpenTables {
 public:
  /// Begins with `tables` tables, all empty.
  void open(std::size_t tables) {
    tables_.assign(tables, {});
    occupied_ = 0;
  }

  std::size_t size() const { return tables_.size(); }  ///< including empty ones
  std::size_t occupied() const { return occupied_; }   ///< without empty ones
  /// Seats a token. @param topic  of the table @return  whether it is the first
  bool sit(std::size_t table, std::uint32_t topic) {
    tables_[table].topic = topic;
    if (++tables_[table].tokens > 1) return false;
    ++occupied_;
    return true;
  }
  /// Removes a token. @return  whether it was the last
  bool leave(std::size_t table) {
    if (--tables_[table].tokens > 0) return false;
    --occupied_;
    return true;
  }

  /// The first empty table.
  std::size_t empty() {
    std::size_t t = occupied_ == tables_.size() ? tables_.size() : 0;
    while (t < tables_.size() && tables_[t].tokens > 0) ++t;
    if (t == tables_.size()) tables_.push_back({});
    return t;
  }
  /// The topic's table at which the running sum of tokens minus discount exceeds `at`; its last table if
  /// rounding leaves none.
  /// @param at  0 for the first table @pre  the topic has a table
  std::size_t of_topic(std::uint32_t topic, double at, double discount) const {
    std::size_t last = 0;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t].topic != topic || tables_[t].tokens == 0) continue;
      last = t;
      at -= tables_[t].tokens - discount;
      if (at < 0) break;
    }
    return last;
  }

 private:
  struct Table {
    std::uint32_t topic = 0, tokens = 0;
  };
  std::vector<Table> tables_;
  std::size_t occupied_ = 0;
};

}  // namespace themata::seating
