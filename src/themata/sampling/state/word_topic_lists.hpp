#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// For each word type, the topics that hold its tokens. For sparse counts. Ascending at first, later in no
/// order. A word type has at most as many topics as tokens, so all lists together have N places, and no
/// memory is allocated later.
class WordTopicLists {
 public:
  /// @param word_topic  n_kv, V x slots, of some or all of the corpus's tokens
  WordTopicLists(const WordTopicTable& word_topic, const Corpus& corpus)
      : begin_(word_topic.rows() + 1), size_(word_topic.rows()), topics_(corpus.n_tokens()) {
    for (const std::uint32_t v : corpus.tokens()) ++begin_[v + std::size_t{1}];
    for (std::size_t v = 0; v < size_.size(); ++v) {
      begin_[v + 1] += begin_[v];
      const std::int32_t* row = word_topic.row(v);
      for (std::size_t k = 0; k < word_topic.columns(); ++k)
        if (row[k] > 0) add(v, static_cast<Topic>(k));
    }
  }

  std::span<const Topic> of(std::size_t v) const { return {topics_.data() + begin_[v], size_[v]}; }

  /// Adds to a count of the matrix and keeps the list in step with it. @param by  not 0
  void count(WordTopicTable& word_topic, std::size_t v, Topic k, std::int32_t by) {
    std::int32_t& n = word_topic.row(v)[k];
    if (n == 0) add(v, k);
    n += by;
    if (n == 0) remove(v, k);
  }

 private:
  void add(std::size_t v, Topic k) { topics_[begin_[v] + size_[v]++] = k; }
  void remove(std::size_t v, Topic k) {
    Topic* list = topics_.data() + begin_[v];
    *std::find(list, list + size_[v], k) = list[size_[v] - 1];
    --size_[v];
  }

  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> size_;
  std::vector<Topic> topics_;
};

}  // namespace themata::sampling
