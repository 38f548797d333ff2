#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

#include "support/draws.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/log_gammas_test.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "support/targets.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/log_gammas-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::HWY_NAMESPACE {

std::vector<float> small_gammas(const Stream& stream, double shape, std::size_t n) {
  LogGammaScratch scratch;
  std::vector<float> out(n);
  fill_log_gammas(stream, shape, scratch, out);
  return out;
}

/// `n` draws of one shape of 1 or more.
std::vector<float> large_gammas(const Stream& stream, double shape, std::size_t n) {
  LogGammaScratch scratch;
  std::vector<float> out(n);
  const std::vector<float> shapes(n, static_cast<float>(shape));
  fill_log_gammas(stream, shapes, scratch, out);
  return out;
}

/// Of either kind.
std::vector<float> log_gammas(const Stream& stream, double shape, std::size_t n) {
  return shape < 1 ? small_gammas(stream, shape, n) : large_gammas(stream, shape, n);
}

/// @param x  a multiple of sixteen
std::vector<float> logs_and_exponentials(const std::vector<float>& x) {
  const FloatLanes f;
  std::vector<float> out(2 * x.size());
  for (std::size_t i = 0; i < x.size(); i += hn::Lanes(f)) {
    hn::StoreU(log_of(hn::LoadU(f, x.data() + i)), f, out.data() + i);
    hn::StoreU(exp_of(log_of(hn::LoadU(f, x.data() + i))), f, out.data() + x.size() + i);
  }
  return out;
}

}  // namespace themata::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata {
HWY_EXPORT(log_gammas);
HWY_EXPORT(logs_and_exponentials);
}  // namespace themata

namespace themata::testing {
namespace {

constexpr std::size_t at_once = 112;

Stream stream_of(std::uint64_t draw) { return {{82}, Purpose::data, draw, 7}; }

class LogGammas : public ::testing::TestWithParam<double> {};

/// How likely a million draws are so far from the distribution of log Gamma(shape, 1), batch after batch.
template <class Batch>
double p_of_batches(double shape, const Batch& batch) {
  std::vector<float> drawn;
  std::size_t next = 0;
  std::uint64_t batches = 0;
  return continuous_p(
      [&] {
        if (next == drawn.size()) {
          drawn = batch(batches++);
          next = 0;
        }
        return static_cast<double>(drawn[next++]);
      },
      [&](double p) { return log_gamma_quantile(shape, p); }, 1'000'000);
}

TEST_P(LogGammas, FollowTheirDistribution) {
  EXPECT_GT(p_of_batches(GetParam(),
                         [](std::uint64_t i) {
                           return HWY_DYNAMIC_DISPATCH(log_gammas)(stream_of(i), GetParam(), at_once);
                         }),
            p_limit);
}

TEST_P(LogGammas, AreTheSameOnEveryInstructionSet) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto expected = HWY_DYNAMIC_DISPATCH(log_gammas)(stream_of(i), GetParam(), at_once);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ForcedTarget forced(target);
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(log_gammas)(stream_of(i), GetParam(), at_once), expected)
          << hwy::TargetName(target);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, LogGammas,
                         ::testing::Values(0.001, 0.01, 0.1, 0.5, 0.99, 1.0, 1.01, 2.0, 3.7, 100.01, 1e4));

/// Shapes that have nearly all of their mass where nothing can be seen: what is above e^-20 alone, by its own
/// distribution.
class TinyShapes : public ::testing::TestWithParam<double> {};

template <class Draw>
double p_above(double shape, const Draw& draw) {
  const double mass = boost::math::gamma_q(shape, std::exp(-20.0));
  return continuous_p(
      [&] {
        for (;;)
          if (const double log_x = draw(); log_x > -20) return log_x;
      },
      [&](double p) { return std::log(boost::math::gamma_q_inv(shape, (1 - p) * mass)); }, 20'000);
}

TEST_P(TinyShapes, AreRightWhereTheyCanBeSeen) {
  const double shape = GetParam();
  std::vector<float> drawn;
  std::uint64_t batches = 0;
  std::size_t next = 0;
  const auto draw = [&] {
    if (next == drawn.size()) {
      drawn = HWY_DYNAMIC_DISPATCH(log_gammas)(stream_of(batches++), shape, 1008);
      next = 0;
    }
    return static_cast<double>(drawn[next++]);
  };
  EXPECT_GT(p_above(shape, draw), p_limit);
  // And so many are above e^-20 at all.
  const double expected =
      1008.0 * static_cast<double>(batches) * boost::math::gamma_q(shape, std::exp(-20.0));
  EXPECT_NEAR(20'000, expected, 4.5 * std::sqrt(20'000.0));
}

INSTANTIATE_TEST_SUITE_P(Shapes, TinyShapes, ::testing::Values(1e-6, 1e-5, 1e-4, 0.001, 0.01));

TEST(LogGammaMutants, NoDrawAboveOneFails) {
  const double shape = 0.01;
  Stream stream = stream_of(2'000'000);
  EXPECT_LT(p_above(shape, [&] { return std::min(0.0, draw_log_gamma(stream, shape)); }), p_limit);
}

TEST(LogGammaMutants, DrawsThatAreNeverRejectedFail) {
  const double shape = 0.1;
  const auto all_kept = [&](std::uint64_t i) {
    std::vector<float> drawn(at_once);
    Stream stream = stream_of(i);
    for (float& x : drawn) x = static_cast<float>(std::log(stream.uniform()) / shape);
    return drawn;
  };
  EXPECT_LT(p_of_batches(shape, all_kept), p_limit);
}

TEST(LogGammas, LogarithmsAndExponentialsAreAsCloseAsSaid) {
  Stream stream = stream_of(1'000'000);
  const double unit = 0x1p-24;  // half of the last place of 1
  for (int round = 0; round < 10'000; ++round) {
    std::vector<float> x(16);
    for (float& value : x)
      value = static_cast<float>(std::ldexp(1 + stream.uniform(), -static_cast<int>(stream.below(100))));
    x[0] = 1 + static_cast<float>(round) * 0x1p-23F;
    x[1] = 1 - static_cast<float>(round) * 0x1p-24F;
    const auto found = HWY_DYNAMIC_DISPATCH(logs_and_exponentials)(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double log = std::log(static_cast<double>(x[i]));
      ASSERT_NEAR(found[i], log, 8 * unit * std::abs(log)) << x[i];
      const double back = std::exp(static_cast<double>(found[i]));
      ASSERT_NEAR(found[16 + i], back, 4 * unit * back) << x[i];
    }
  }
}

}  // namespace
}  // namespace themata::testing
#endif
