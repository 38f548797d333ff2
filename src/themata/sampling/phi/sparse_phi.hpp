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

/// Sixteen topics of a word and its mass in each: one SIMD step. Mass 0 pads a list to whole groups.
struct TopicGroup {
  std::array<Topic, slot_group> topics{};
  std::array<float, slot_group> masses{};
};

/// phi_kv of one word type, by topic. Most of a word's mass is in a short list. The remaining masses, the
/// tail, are below a bound, and are looked up only if a draw falls on the tail.
struct WordTopics {
  const TopicGroup* groups = nullptr;
  const float* row = nullptr;          ///< the list's masses by slot, 0 elsewhere; null if the list is short
  const Topic* tail_topics = nullptr;  ///< ascending
  const float* tail_masses = nullptr;  ///< phi_kv before multiplication by its topic's scale
  std::uint32_t n_groups = 0, n_tail = 0;
  float prior_mass = 0;  ///< sum over the list of phi_kv prior_k
  float tail_bound = 0;  ///< upper bound of the tail's masses; 0 if the tail is empty
};

/// One mass of a word, before topics are scaled to sum to 1.
struct MassEntry {
  Topic topic;
  bool in_tail;
  float mass;
};

/// Appends a word's masses above 0. No topic appears twice; topics ascend within the tail.
using DrawWord = std::function<void(std::size_t type, std::vector<MassEntry>&)>;

/// How masses proportional to phi are drawn.
struct PhiDistribution {
  /// Creates a drawer for a few word types in sequence, so that it can have its own scratch.
  std::function<DrawWord()> word_drawer;
  /// A topic whose masses sum to at most this is redrawn by draw_topic.
  double least_total;
  /// All V masses of one topic; those above 0 go to the lists. Where several ranks sample the chain, they ask
  /// for the same topics in the same order.
  std::function<std::vector<float>(std::size_t slot)> draw_topic;
};

/// A word whose list has more groups than this also stores its masses by slot, for documents with fewer
/// topics.
inline constexpr std::uint32_t short_list = 4;

/// Number of word types for which a thread draws Phi at a time.
inline constexpr std::size_t phi_chunk = 128;

/// Phi as lists of topics by word: a word costs memory and time only for the topics in which it has mass. Of
/// a rank among several, the words of its blocks, in rows as PhiTypes has them.
class SparsePhi {
 public:
  /// Draws every slot with prior above 0. @param prior  slots: pseudo-count of each slot in every document
  void draw(const PhiDistribution& distribution, const Layout& layout, std::span<const double> prior,
            Pool& pool, std::uint32_t groups_without_row = short_list);

  /// By row, which is the word type where one process has all.
  std::span<const WordTopics> words() const { return words_; }
  std::uint32_t groups_without_row() const { return groups_without_row_; }
  /// Factor by which a topic's tail masses are multiplied to give phi_kv; 0 for slots that cannot be chosen.
  const std::vector<double>& scale() const { return scale_; }
  /// phi_kv, found by search: for tests and rare lookups.
  double at(std::size_t slot, std::size_t row) const;

 private:
  struct Draft;
  void divide(const Draft& draft, Pool& pool);
  void make_room();
  void lay_out(Draft& draft, std::span<const double> prior, Pool& pool);
  void lay_out_word(const Draft& draft, std::size_t v, std::span<const double> prior);

  std::vector<WordTopics> words_;
  std::uint32_t groups_without_row_ = short_list;
  std::vector<double> scale_;
  std::vector<std::size_t> first_group_, first_tail_,
      row_of_;            ///< by row: where its part begins; and the end
  Matrix<float> groups_;  ///< rows of whole groups, used as raw memory
  std::vector<Topic> tail_topics_;
  std::vector<float> tail_masses_;
  Matrix<float> rows_;
};

}  // namespace themata::sampling
