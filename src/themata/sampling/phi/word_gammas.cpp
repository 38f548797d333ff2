#include "themata/sampling/phi/word_gammas.hpp"

#include <cstdint>

#include "themata/random/distributions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/phi/word_gammas.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/random/log_gammas-inl.hpp"
#include "themata/sampling/simd/set_slots-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// log Gamma(shape, 1) draws for all slots of a word; where a shape is 1 or more, they are replaced by draws
/// of that shape.
void draw_log_gammas(const Stream& stream, WordShapes& word, std::span<float> out) {
  namespace inl = themata::HWY_NAMESPACE;
  const std::size_t n_large = slots_for(word.slots.size());
  // The shapes that fill up the last group are hardly ever rejected.
  word.shapes.resize(n_large, 1000.0F);
  word.draws.resize(n_large);
  if (word.small > 0) inl::fill_log_gammas(stream, word.small, word.scratch, out);
  inl::fill_log_gammas(stream.after(second_round / 2), word.shapes, word.scratch, word.draws);
  for (std::size_t i = 0; i < word.slots.size(); ++i) out[word.slots[i]] = word.draws[i];
}

/// Records the slots that have counts; all others have the same shape, below 1.
void find_counts(std::span<const std::int32_t> counts, double beta, WordShapes& word) {
  const hn::CappedTag<std::int32_t, 16> i;
  for (std::size_t first = 0; first < counts.size(); first += hn::Lanes(i)) {
    const auto has_tokens = hn::Gt(hn::Load(i, counts.data() + first), hn::Zero(i));
    for_set_slots(i, has_tokens, [&](std::size_t j) HWY_ATTR {
      const std::size_t k = first + j;
      word.slots.push_back(static_cast<Topic>(k));
      word.shapes.push_back(static_cast<float>(counts[k] + beta));
    });
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(draw_log_gammas);
HWY_EXPORT(find_counts);

void WordGammas::draw_logs(std::size_t v, WordShapes& word, std::span<float> out) const {
  const double beta = betas_.of(v);
  // Most counts are 0, and those slots are drawn with SIMD.
  const bool at_once = beta < 1 && beta >= 1e-6 && betas_.seeded(v) == nullptr;
  word.small = at_once ? beta : 0;
  word.slots.clear();
  word.shapes.clear();
  if (at_once)
    HWY_DYNAMIC_DISPATCH(find_counts)(state_.word_topic.span(v), beta, word);
  else
    draw_one_by_one(v, word, out);
  HWY_DYNAMIC_DISPATCH(draw_log_gammas)(context_.stream(Purpose::topic, v), word, out);
}

void WordGammas::draw_one_by_one(std::size_t v, WordShapes& word, std::span<float> out) const {
  Stream stream = context_.stream(Purpose::topic, v).after(2 * second_round);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double shape = state_.word_topic.row(v)[k] + betas_.at(k, v);
    if (shape < 1) {
      out[k] = static_cast<float>(draw_log_gamma(stream, shape));
      continue;
    }
    word.slots.push_back(static_cast<Topic>(k));
    word.shapes.push_back(static_cast<float>(shape));
  }
}

}  // namespace themata::sampling
#endif
