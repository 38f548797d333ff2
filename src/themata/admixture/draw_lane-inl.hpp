// Included once for every instruction set (Highway's foreach_target), hence a guard that toggles.
#if defined(THEMATA_ADMIXTURE_DRAW_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_ADMIXTURE_DRAW_LANE_INL
#undef THEMATA_ADMIXTURE_DRAW_LANE_INL
#else
#define THEMATA_ADMIXTURE_DRAW_LANE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "themata/counts/matrix.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, lane_group>;
using Ints = hn::RebindToSigned<Floats>;

/// The last resort when rounding has led to a lane without weight: the first of the heaviest column that has
/// some.
HWY_INLINE std::size_t lane_with_weight(const float* running, std::size_t lanes) {
  const float* totals = running + lanes - lane_group;
  const auto column = static_cast<std::size_t>(std::max_element(totals, totals + lane_group) - totals);
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

/// The lane that u picks among running sums as sum_columns leaves them.
HWY_INLINE std::size_t choose_lane(std::size_t lanes, float u, const float* HWY_RESTRICT running) {
  const Floats f;
  const std::size_t width = hn::Lanes(f);
  const float* totals = running + lanes - lane_group;
  HWY_ALIGN float quads[lane_group];  // prefix sums within each four columns
  for (std::size_t j = 0; j < lane_group; j += width) {
    auto sum = hn::Load(f, totals + j);
    sum = hn::Add(sum, hn::ShiftLeftLanes<1>(sum));
    sum = hn::Add(sum, hn::ShiftLeftLanes<2>(sum));
    hn::Store(sum, f, quads + j);
  }
  const float ends[4] = {quads[3], quads[3] + quads[7], quads[3] + quads[7] + quads[11],
                         quads[3] + quads[7] + quads[11] + quads[15]};
  const float starts[4] = {0, ends[0], ends[1], ends[2]};
  float rest = u * ends[3];
  const std::size_t quad =
      std::size_t{rest >= ends[0]} + std::size_t{rest >= ends[1]} + std::size_t{rest >= ends[2]};
  rest -= starts[quad];
  const float* in_quad = quads + 4 * quad;
  const std::size_t step =
      std::size_t{rest >= in_quad[0]} + std::size_t{rest >= in_quad[1]} + std::size_t{rest >= in_quad[2]};
  rest -= step > 0 ? in_quad[step - 1] : 0.0F;
  const std::size_t column = 4 * quad + step;
  std::size_t lane = column;
  const std::size_t last = lanes - lane_group + column;
  for (std::size_t i = column; i < last; i += lane_group) lane += running[i] <= rest ? lane_group : 0;
  const float before = lane >= lane_group ? running[lane - lane_group] : 0.0F;
  return HWY_LIKELY(running[lane] > before) ? lane : lane_with_weight(running, lanes);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
