#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// Sixteen topics of a word and its mass in each, one step of a vector. Mass 0 pads a list to whole groups.
struct TopicGroup {
  std::array<Topic, slot_group> topics{};
  std::array<float, slot_group> masses{};
};

/// phi_kv of one word type, by topic. Most of a word's mass lies in a short list; what is left over, the tail, lies below a
/// bound, and is looked up only where a draw comes upon it.
struct WordTopics {
  const TopicGroup* groups = nullptr;
  const float* row = nullptr;  ///< the list's masses by slot, 0 elsewhere; null where the list is short
  const Topic* tail_topics = nullptr;  ///< ascending
  const float* tail_masses = nullptr;  ///< phi_kv without its topic's scale
  std::uint32_t n_groups = 0, n_tail = 0;
  float prior_mass = 0;  ///< sum over the list of phi_kv prior_k
  float tail_bound = 0;  ///< no tail mass is larger; 0 where there is none
};

/// One mass of a word, before topics are scaled to sum to 1.
struct MassEntry {
  Topic topic;
  bool in_tail;
  float mass;
};

/// Appends a word's masses above 0, no topic twice, topics ascending within the tail.
using DrawWord = std::function<void(std::size_t type, std::vector<MassEntry>&)>;

/// How masses are drawn that are proportional to phi.
struct PhiLaw {
  /// Made for some words after each other, so that it may have scratch of its own.
  std::function<DrawWord()> word_drawer;
  /// A topic whose masses sum to no more than this is drawn again by draw_topic.
  double least_total;
  /// The masses of one topic, V of them; those above 0 go to the lists.
  std::function<std::vector<float>(std::size_t slot)> draw_topic;
};

/// A word whose list has more groups than this has its masses by slot as well, for documents of fewer topics.
inline constexpr std::uint32_t short_list = 4;

/// Word types that a thread draws Phi for at a time.
inline constexpr std::size_t phi_chunk = 128;

/// Phi with the words' topics in lists: a word costs memory and time for the topics that it has mass in.
class SparsePhi {
 public:
  /// Draws every slot of prior above 0. @param prior  slots: pseudo-count of each in every document
  void draw(const PhiLaw& law, std::size_t n_types, std::span<const double> prior, Pool& pool,
            std::uint32_t groups_without_row = short_list);

  const WordTopics& word(std::size_t type) const { return words_[type]; }
  /// By which the tail masses of a topic are multiplied to give phi_kv; 0 of slots that cannot be chosen.
  const std::vector<double>& scale() const { return scale_; }
  /// phi_kv, found by search: for tests and rare looks.
  double at(std::size_t slot, std::size_t type) const;

 private:
  struct Draft;
  void divide(const Draft& draft, Pool& pool, std::uint32_t groups_without_row);
  void make_room();
  void lay_out(Draft& draft, std::span<const double> prior, Pool& pool);
  void lay_out_word(const Draft& draft, std::size_t v, std::span<const double> prior);

  std::vector<WordTopics> words_;
  std::vector<double> scale_;
  std::vector<std::size_t> first_group_, first_tail_, row_of_;  ///< V + 1: where each word's part begins
  Matrix<float> groups_;                                        ///< rows of whole groups, taken as bytes
  std::vector<Topic> tail_topics_;
  std::vector<float> tail_masses_;
  Matrix<float> rows_;
};

}  // namespace themata::sampling
