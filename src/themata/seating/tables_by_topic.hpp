#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

/// A table of a document.
struct Place {
  std::size_t document;
  Seat seat;
  // clang-tidy 14 takes the 0 of its own rewriting for a null pointer.
  auto operator<=>(const Place&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The tables of one or two topics, document by document, with their words sorted.
struct TableGroup {
  std::vector<Place> places;
  std::vector<std::size_t> begin{0};  ///< tables + 1
  std::vector<std::uint32_t> words;
  std::vector<Topic> topic;

  std::size_t size() const { return places.size(); }
  std::span<const std::uint32_t> words_of(std::size_t table) const {
    return std::span(words).subspan(begin[table], begin[table + 1] - begin[table]);
  }
};

/// Where the tables of each topic are, so that a look at a topic costs what its tables' documents hold and
/// not what the corpus holds.
class TablesByTopic {
 public:
  TablesByTopic(const sampling::State& mix, const Tables& tables, const Context& context);

  /// The tables of a topic, ascending.
  std::span<const Place> of(Topic topic) const {
    return topic < places_.size() ? std::span<const Place>(places_[topic]) : std::span<const Place>();
  }
  /// Says that the tables of a topic are these now. @param places  ascending
  void set(Topic topic, std::vector<Place> places);

  /// The tables of two topics, or of one that is named twice.
  TableGroup group(Topic a, Topic b) const;

 private:
  void add_words(TableGroup& group) const;

  const sampling::State& mix_;
  const Tables& tables_;
  const Context& context_;
  std::vector<std::vector<Place>> places_;  ///< slots
};

}  // namespace themata::seating
