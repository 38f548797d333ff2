// Included once for every instruction set (Highway's foreach_target), hence a guard that toggles.
#if defined(THEMATA_ADMIXTURE_DRAW_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_ADMIXTURE_DRAW_LANE_INL
#undef THEMATA_ADMIXTURE_DRAW_LANE_INL
#else
#define THEMATA_ADMIXTURE_DRAW_LANE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "themata/counts/matrix.hpp"

#ifndef THEMATA_ADMIXTURE_COLUMNS
#define THEMATA_ADMIXTURE_COLUMNS
namespace themata::admixture {

/// The number of each lane within its group, to compare with; loaded, since making it anew costs a stall.
alignas(64) inline constexpr std::array<std::int32_t, lane_group> columns = {0, 1, 2,  3,  4,  5,  6,  7,
                                                                             8, 9, 10, 11, 12, 13, 14, 15};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, lane_group>;
using Ints = hn::RebindToSigned<Floats>;

/// The last resort when rounding has led to a lane without weight: the first of the heaviest column that has
/// some; `lanes` where none has.
HWY_INLINE std::size_t lane_with_weight(const float* running, std::size_t lanes) {
  const float* totals = running + lanes - lane_group;
  const auto column = static_cast<std::size_t>(std::max_element(totals, totals + lane_group) - totals);
  if (!(totals[column] > 0)) return lanes;
  std::size_t lane = column;
  while (!(running[lane] > 0)) lane += lane_group;
  return lane;
}

// A lane is drawn with probability proportional to its weight, from one uniform u in [0, 1), in two parts: sums, then
// the choice. Column j of the lanes (those with number j modulo 16) is summed as its weights are computed; u first picks
// a column by the sixteen totals, and what is left of it a lane within the column. The sums run in an order that does
// not depend on the vector's width, so all instruction sets give the same bits.

/// Leaves each column's running sums in `running`, `lanes` floats.
/// @param weight  weight(i): the vector of weights of the lanes from i on
template <class Weight>
HWY_INLINE void sum_columns(std::size_t lanes, float* HWY_RESTRICT running, const Weight& weight) {
  const Floats f;
  const std::size_t width = hn::Lanes(f);
  for (std::size_t j = 0; j < lane_group; j += width) {
    auto sum = weight(j);
    hn::Store(sum, f, running + j);
    for (std::size_t i = j + lane_group; i < lanes; i += lane_group) {
      sum = hn::Add(sum, weight(i));
      hn::Store(sum, f, running + i);
    }
  }
}

/// The sixteen columns' totals, summed up in fours.
struct ColumnTotals {
  HWY_ALIGN float quads[lane_group];   ///< prefix sums within each four columns
  HWY_ALIGN float before[lane_group];  ///< the same without the column itself
  float ends[4];                       ///< prefix sums of the fours

  /// @param running  as sum_columns leaves it
  HWY_INLINE ColumnTotals(std::size_t lanes, const float* HWY_RESTRICT running) {
    const Floats f;
    const std::size_t width = hn::Lanes(f);
    const float* totals = running + lanes - lane_group;
    for (std::size_t j = 0; j < lane_group; j += width) {
      auto sum = hn::Load(f, totals + j);
      sum = hn::Add(sum, hn::ShiftLeftLanes<1>(sum));
      sum = hn::Add(sum, hn::ShiftLeftLanes<2>(sum));
      hn::Store(sum, f, quads + j);
      hn::Store(hn::ShiftLeftLanes<1>(sum), f, before + j);
    }
    ends[0] = quads[3];
    ends[1] = quads[3] + quads[7];
    ends[2] = quads[3] + quads[7] + quads[11];
    ends[3] = quads[3] + quads[7] + quads[11] + quads[15];
  }
  HWY_INLINE float all() const { return ends[3]; }
};

/// The lane where the running sums, taken column after column, pass `rest`; `lanes` where all are 0.
HWY_INLINE std::size_t find_lane(std::size_t lanes, float rest, const float* HWY_RESTRICT running,
                                 const ColumnTotals& totals) {
  const float* ends = totals.ends;
  const float starts[4] = {0, ends[0], ends[1], ends[2]};
  const std::size_t quad =
      std::size_t{rest >= ends[0]} + std::size_t{rest >= ends[1]} + std::size_t{rest >= ends[2]};
  rest -= starts[quad];
  const float* in_quad = totals.quads + 4 * quad;
  const std::size_t step =
      std::size_t{rest >= in_quad[0]} + std::size_t{rest >= in_quad[1]} + std::size_t{rest >= in_quad[2]};
  const std::size_t column = 4 * quad + step;
  rest -= totals.before[column];
  std::size_t lane = column;
  const std::size_t last = lanes - lane_group + column;
  for (std::size_t i = column; i < last; i += lane_group) lane += running[i] <= rest ? lane_group : 0;
  // The choice of an address costs nothing; a branch between two values would be guessed wrongly half of the time.
  static constexpr float nothing = 0;
  const float* before = lane >= lane_group ? running + lane - lane_group : &nothing;
  return HWY_LIKELY(running[lane] > *before) ? lane : lane_with_weight(running, lanes);
}

/// The lane that u picks among running sums as sum_columns leaves them; `lanes` where all are 0.
HWY_INLINE std::size_t choose_lane(std::size_t lanes, float u, const float* HWY_RESTRICT running) {
  const ColumnTotals totals(lanes, running);
  return find_lane(lanes, u * totals.all(), running, totals);
}

/// `weights` of the lanes from `lane` on, with that of lane `own` replaced: how a token's own count is taken out.
/// Written to memory first and read back as a vector it would stall.
template <class Vector>
HWY_INLINE Vector replace_lane(const Vector& weights, std::size_t lane, std::size_t own,
                               const Vector& replacement) {
  const Floats f;
  const Ints ints;
  const std::size_t column = lane % lane_group;
  const auto wanted = static_cast<std::int32_t>(own) - static_cast<std::int32_t>(lane - column);
  const auto is_own = hn::Eq(hn::Load(ints, columns.data() + column), hn::Set(ints, wanted));
  return hn::IfThenElse(hn::RebindMask(f, is_own), replacement, weights);
}

// Samplers that take turns draw a token in three parts: sum() computes its weights, choose() its topic, move() stores
// what follows. What one stores at an address that it has yet to choose would hold back the loads of the other; so all
// sums come before all choices, and all choices before all stores. left() counts the tokens of the document at hand, 0
// when there is no further one; next_document() moves on.

template <class Sampler>
HWY_INLINE void finish(Sampler& sampler) {
  for (; sampler.left() > 0; sampler.next_document())
    while (sampler.left() > 0) {
      sampler.sum();
      sampler.choose();
      sampler.move();
    }
}

/// Two samplers without a factor in common, a token of each in turn: while one waits for its sums the other computes.
template <class Sampler>
HWY_INLINE void take_turns(Sampler& a, Sampler& b) {
  while (a.left() > 0 && b.left() > 0) {
    for (std::size_t n = std::min(a.left(), b.left()); n > 0; --n) {
      a.sum();
      b.sum();
      a.choose();
      b.choose();
      a.move();
      b.move();
    }
    if (a.left() == 0) a.next_document();
    if (b.left() == 0) b.next_document();
  }
  finish(a);
  finish(b);
}

/// The same with four.
template <class Sampler>
HWY_INLINE void take_turns(Sampler& a, Sampler& b, Sampler& c, Sampler& d) {
  while (a.left() > 0 && b.left() > 0 && c.left() > 0 && d.left() > 0) {
    for (std::size_t n = std::min({a.left(), b.left(), c.left(), d.left()}); n > 0; --n) {
      a.sum();
      b.sum();
      c.sum();
      d.sum();
      a.choose();
      b.choose();
      c.choose();
      d.choose();
      a.move();
      b.move();
      c.move();
      d.move();
    }
    for (Sampler* sampler : {&a, &b, &c, &d})
      if (sampler->left() == 0) sampler->next_document();
  }
  take_turns(a, b);
  take_turns(c, d);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
