#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "support/slots.hpp"
#include "themata/counts/matrix.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/draw_slot_test.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "support/targets.hpp"
#include "themata/sampling/simd/draw_slot-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {

template <std::size_t groups>
std::size_t draw_from(const Matrix<float>& weight, float u, Matrix<float>& running) {
  const Floats f;
  const RunningSums<groups> sums(weight.columns(), running.row(0),
                                 [&](std::size_t slot)
                                     THEMATA_INLINE_LAMBDA { return hn::Load(f, weight.row(0) + slot); });
  return choose_slot(sums, u);
}

/// One draw by this instruction set. @param running  receives the running sums, of which every bit counts
std::size_t draw_one_slot(const Matrix<float>& weight, float u, Matrix<float>& running) {
  std::size_t slot = 0;
  with_groups(weight.columns(), [&](auto groups) { slot = draw_from<groups>(weight, u, running); });
  return slot;
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {
HWY_EXPORT(draw_one_slot);
}  // namespace themata::sampling

namespace themata::testing {
namespace {

class DrawSlotTest : public ::testing::TestWithParam<std::size_t> {
 protected:
  Matrix<float> weight_{1, GetParam()};
  Matrix<float> running_{1, slots_for(sampling::running_room(GetParam()))};

  std::size_t draw(const std::vector<float>& weight, float u) {
    std::copy(weight.begin(), weight.end(), weight_.row(0));
    using namespace sampling;
    return HWY_DYNAMIC_DISPATCH(draw_one_slot)(weight_, u, running_);
  }

  /// The running sums. Those over whole stretches come last; with a single one, some instruction sets have
  /// none.
  std::span<const float> sums() const {
    return running_.span(0).first(GetParam() <= sampling::stretch_slots ? slots_for(GetParam())
                                                                        : running_.columns());
  }

  /// Chosen slots and the bits of the running sums, draw after draw.
  std::vector<std::uint64_t> record(std::size_t draws) {
    std::vector<std::uint64_t> out;
    Stream stream({63}, Purpose::data, 0, GetParam());
    for (std::size_t i = 0; i < draws; ++i) {
      std::vector<float> weight = uneven_weights(GetParam());
      for (float& w : weight) w *= static_cast<float>(stream.uniform());
      out.push_back(draw(weight, stream.uniform_float()));
      for (const float x : sums()) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        out.push_back(bits);
      }
    }
    return out;
  }
};

TEST_P(DrawSlotTest, EveryInstructionSetGivesTheSameBits) {
  const auto targets = hwy::SupportedAndGeneratedTargets();
  ASSERT_FALSE(targets.empty());
  const auto expected = record(200);
  for (const std::int64_t target : targets) {
    const ForcedTarget forced(target);
    EXPECT_EQ(record(200), expected) << hwy::TargetName(target);
  }
}

TEST_P(DrawSlotTest, FollowsTheWeightsAndNeverAnEmptySlot) {
  const auto found = compare_slots([&](const std::vector<float>& weight, float u) { return draw(weight, u); },
                                   uneven_weights(GetParam()), 100'000);
  EXPECT_GT(found.p, p_limit);
  EXPECT_EQ(found.empty_chosen, 0);
}

TEST_P(DrawSlotTest, FindsTheOneSlotThatHasWeight) {
  for (std::size_t k = 0; k < GetParam(); k += 7) {
    std::vector<float> weight(GetParam());
    weight[k] = 1e-30F;
    for (const float u : {0.0F, 0.3F, 1 - 0x1p-24F}) ASSERT_EQ(draw(weight, u), k);
  }
}

TEST_P(DrawSlotTest, NeverFallsOnAnEmptySlotWhenRoundingIsAtItsWorst) {
  // Weights of very different sizes round the most; u at its largest meets the ends of the sums.
  Stream stream({64}, Purpose::data, 0, GetParam());
  for (int i = 0; i < 2000; ++i) {
    std::vector<float> weight(GetParam());
    for (float& w : weight)
      if (stream.below(3) == 0)
        w = static_cast<float>(std::ldexp(stream.uniform(), -static_cast<int>(stream.below(40))));
    weight[stream.below(static_cast<std::uint32_t>(GetParam()))] = 1;
    for (const float u : {1 - 0x1p-24F, 1 - 0x1p-23F, 0.0F, stream.uniform_float()})
      ASSERT_GT(weight[draw(weight, u)], 0) << "draw " << i;
  }
}

TEST_P(DrawSlotTest, SaysWhenNoSlotHasWeight) {
  for (const float u : {0.0F, 0.3F, 1 - 0x1p-24F})
    EXPECT_EQ(draw(std::vector<float>(GetParam()), u), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Slots, DrawSlotTest, ::testing::Values(16, 32, 112, 128, 144, 256, 1008));

}  // namespace
}  // namespace themata::testing
#endif
