#pragma once

#include <cstdint>
#include <vector>

#include "themata/icdp/model.hpp"

namespace themata::icdp {

/// What the steps that draw the masks are told.
struct MaskSettings {
  bool finite_vocabulary = false;
  std::size_t max_topics = admixture::max_topics;
};

/// What a random number of Purpose::mask is for.
enum class MaskDraw : std::uint64_t {
  order,        ///< of documents, topics or ghosts
  probability,  ///< of a topic, or of a word
  document,     ///< the mask of a document
  own_topics,   ///< how many topics a document alone has
  topic,        ///< the mask of a topic
  own_words,    ///< how many ghosts a topic alone has
  new_topic,    ///< the words of a topic that is born
  ghost
};
Stream mask_stream(const Context& context, MaskDraw what, std::uint64_t index = 0);

bool is_live(const State& state, std::size_t k);
/// Lanes of topics, ascending.
std::vector<Topic> live_topics(const State& state);

/// The law of the dishes that words are, of this many word types.
DishLaw word_dishes(const State& state, bool finite_vocabulary);
/// Whether a word type is a dish that topics may have: not one that no token is of, where the vocabulary is unbounded.
bool is_dish(const State& state, std::size_t v, bool finite_vocabulary);

/// Begins a topic in an empty lane, without documents, with words from the law of the next topic's given the others'.
/// Lanes are added where there is none. @throws ResourceError where there would be more topics than max_topics
std::size_t begin_topic(State& state, const Context& context, const MaskSettings& settings, Stream& stream);
/// Ends a topic that has no tokens and no documents.
void end_topic(State& state, std::size_t k);

/// p / (1 - p), p ~ Beta(on + c, off + n - c).
double draw_odds(Stream& stream, const DishLaw& law, double c, double n);
/// Whether a draw with these odds, finite, says yes.
inline bool flip(Stream& stream, double odds) { return stream.uniform() * (1 + odds) < odds; }

/// 0, 1, ..., n - 1 in an order of which all are equally likely.
std::vector<std::uint32_t> draw_order(Stream stream, std::size_t n);

/// By what the odds of one more active thing of weight `weight` beside s others are multiplied, for the sake of a group of n
/// tokens that are not of it: Gamma((s + 1) weight) Gamma(s weight + n) / (Gamma(s weight) Gamma((s + 1) weight + n)).
class OneMore {
 public:
  OneMore(double weight, std::int64_t n) : weight_(weight), n_(n) {}
  double operator()(std::size_t s) {
    if (n_ == 0) return 1;
    return s < known_.size() && known_[s] > 0 ? known_[s] : find(s);
  }

 private:
  double find(std::size_t s);

  double weight_;
  std::int64_t n_;
  std::vector<double> known_;  ///< by s; 0 where it is not known yet
};

}  // namespace themata::icdp
