#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// One document's topics: m_dk by slot, and the list of slots that have tokens. Memory is allocated once.
class DocumentTopics {
 public:
  explicit DocumentTopics(std::size_t slots) : counts_(slots), place_(slots) { active_.reserve(slots); }

  void open(std::span<const Topic> topics) {
    for (const Topic k : active_) counts_[k] = 0;
    active_.clear();
    for (const Topic k : topics) add(k);
  }
  void add(Topic k) {
    if (counts_[k]++ == 0) {
      place_[k] = static_cast<std::uint32_t>(active_.size());
      active_.push_back(k);
    }
  }
  void remove(Topic k) {
    if (--counts_[k] > 0) return;
    active_[place_[k]] = active_.back();
    place_[active_.back()] = place_[k];
    active_.pop_back();
  }
  const std::vector<Topic>& active() const { return active_; }
  std::int32_t count(std::size_t k) const { return counts_[k]; }

 private:
  std::vector<std::int32_t> counts_;
  std::vector<std::uint32_t> place_;
  std::vector<Topic> active_;
};

}  // namespace themata::sampling
