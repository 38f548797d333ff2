#include <gtest/gtest.h>

#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/uniforms_test.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "support/targets.hpp"
#include "themata/random/uniforms-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::HWY_NAMESPACE {

std::vector<float> fill(const Stream& stream, std::size_t n) {
  std::vector<float> out(n + uniforms_batch, -1.0F);
  fill_uniforms(stream, n, out.data());
  out.resize(n);
  return out;
}

}  // namespace themata::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata {
HWY_EXPORT(fill);
}  // namespace themata

namespace themata::testing {
namespace {

TEST(Uniforms, AreTheStreamsOwnOnEveryInstructionSet) {
  const Stream fresh({0x123456789abcdefULL}, Purpose::token, 70'000, 0x123456789aULL);
  for (const std::size_t n : {0U, 1U, 2U, 5U, 15U, 16U, 17U, 31U, 32U, 33U, 1000U}) {
    std::vector<float> expected(n);
    Stream stream = fresh;
    for (float& u : expected) u = stream.uniform_float();
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ForcedTarget forced(target);
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(fill)(fresh, n), expected) << n << " by " << hwy::TargetName(target);
    }
  }
}

}  // namespace
}  // namespace themata::testing
#endif
