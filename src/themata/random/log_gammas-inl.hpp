// Included once per instruction set (Highway's foreach_target), hence the toggling include guard.
#if defined(THEMATA_RANDOM_LOG_GAMMAS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_RANDOM_LOG_GAMMAS_INL
#undef THEMATA_RANDOM_LOG_GAMMAS_INL
#else
#define THEMATA_RANDOM_LOG_GAMMAS_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "themata/random/elementary.hpp"
#include "themata/random/log_gamma_scratch.hpp"
#include "themata/random/stream.hpp"
#include "themata/random/uniforms-inl.hpp"

#ifndef THEMATA_RANDOM_LOG_GAMMAS_ONCE
#define THEMATA_RANDOM_LOG_GAMMAS_ONCE
namespace themata {

/// Where the draws after rejections begin in a stream: beyond the end of any first round.
inline constexpr std::size_t second_round = std::size_t{1} << 30;

/// log of Marsaglia and Tsang's proposal from a normal number x.
inline float log_large_gamma(double shape, double x) {
  const double d = shape - 1.0 / 3;
  const double root = 1 + x / std::sqrt(9 * d);
  return static_cast<float>(portable_log(d * root * root * root));
}

/// Whether Marsaglia and Tsang accept the proposal from a normal number x and a uniform number u, in double
/// precision.
inline bool keeps_large_gamma(double shape, double x, double u) {
  const double d = shape - 1.0 / 3;
  const double root = 1 + x / std::sqrt(9 * d);
  const double v = root * root * root;
  return root > 0 && portable_log(u) < 0.5 * x * x + d * (1 - v + portable_log(v));
}

}  // namespace themata
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatLanes = hn::CappedTag<float, 16>;
using FloatVector = hn::Vec<FloatLanes>;

/// log x of normal numbers x > 0, within 4 units in the last place of the result or of log 2.
HWY_INLINE FloatVector log_of(FloatVector x) {
  const FloatLanes f;
  const hn::RebindToSigned<FloatLanes> i;
  // x = 2^e m with m between sqrt(1/2) and sqrt(2), where log m = 2 atanh((m - 1) / (m + 1)).
  const auto bits = hn::BitCast(i, x);
  const auto root_half = hn::Set(i, 0x3f3504f3);
  const auto e = hn::ShiftRight<23>(hn::Sub(bits, root_half));
  const auto m = hn::BitCast(f, hn::Sub(bits, hn::ShiftLeft<23>(e)));
  const auto s = hn::Div(hn::Sub(m, hn::Set(f, 1.0F)), hn::Add(m, hn::Set(f, 1.0F)));
  const auto s2 = hn::Mul(s, s);
  auto tail = hn::Set(f, 2.0F / 9);
  for (const float c : {2.0F / 7, 2.0F / 5, 2.0F / 3}) tail = hn::Add(hn::Mul(tail, s2), hn::Set(f, c));
  const auto exponent = hn::ConvertTo(f, e);
  const auto small = hn::Add(hn::Mul(hn::Mul(tail, s2), s), hn::Mul(exponent, hn::Set(f, 1.42860682e-6F)));
  return hn::Add(hn::Mul(exponent, hn::Set(f, 0.693145751953125F)), hn::Add(hn::Add(s, s), small));
}

/// e^x for x from -87 to 88, within 2 units in the last place.
HWY_INLINE FloatVector exp_of(FloatVector x) {
  const FloatLanes f;
  const hn::RebindToSigned<FloatLanes> i;
  const auto k = hn::NearestInt(hn::Mul(x, hn::Set(f, 1.44269504F)));
  const auto whole = hn::ConvertTo(f, k);
  const auto r = hn::Sub(hn::Sub(x, hn::Mul(whole, hn::Set(f, 0.693145751953125F))),
                         hn::Mul(whole, hn::Set(f, 1.42860682e-6F)));
  auto sum = hn::Set(f, 1.0F / 5040);
  for (const float c : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F})
    sum = hn::Add(hn::Mul(sum, r), hn::Set(f, c));
  return hn::BitCast(f, hn::Add(hn::BitCast(i, sum), hn::ShiftLeft<23>(k)));
}

/// Draws by rejection, made with SIMD.
struct Rejected {
  Stream stream;
  std::size_t numbers;            ///< uniform numbers per attempt
  std::span<const float> shapes;  ///< as many as `out` has; empty if an attempt does not use them
  std::span<float> out;           ///< shape (n,), a multiple of 16
};

/// Makes one attempt for every entry, and records in scratch.left the entries still without a draw.
/// @param attempt  attempt(u, n, shapes, log_draw): sets log_draw from u[0], u[n], ...; @returns whether it
/// is accepted
template <class Attempt>
HWY_INLINE void try_all(const Rejected& draws, LogGammaScratch& scratch, const Attempt& attempt) {
  const FloatLanes f;
  const std::size_t n = draws.out.size();
  scratch.uniforms.resize(draws.numbers * n + uniforms_batch);
  fill_uniforms(draws.stream, draws.numbers * n, scratch.uniforms.data());
  HWY_ALIGN std::array<float, 16> is_kept;
  scratch.left.clear();
  for (std::size_t first = 0; first < n; first += hn::Lanes(f)) {
    const float* const shapes = draws.shapes.empty() ? nullptr : draws.shapes.data() + first;
    FloatVector log_draw;
    const auto kept = attempt(scratch.uniforms.data() + first, n, shapes, log_draw);
    hn::StoreU(log_draw, f, draws.out.data() + first);
    if (HWY_LIKELY(hn::AllTrue(f, kept))) continue;
    hn::Store(hn::IfThenElseZero(kept, hn::Set(f, 1.0F)), f, is_kept.data());
    for (std::size_t j = 0; j < hn::Lanes(f); ++j)
      if (!(is_kept[j] > 0)) scratch.left.push_back(static_cast<std::uint32_t>(first + j));
  }
}

/// Makes one more attempt, again with SIMD, for the entries still without a draw.
template <class Attempt>
HWY_INLINE void try_left(Rejected& draws, LogGammaScratch& scratch, const Attempt& attempt) {
  const FloatLanes f;
  auto& left = scratch.left;
  const std::size_t room = (left.size() + 15) / 16 * 16;
  fill_uniforms(draws.stream, draws.numbers * room, scratch.uniforms.data());
  draws.stream = draws.stream.after(draws.numbers * room / 4);
  scratch.shapes.assign(room, 1.0F);
  for (std::size_t i = 0; i < left.size() && !draws.shapes.empty(); ++i)
    scratch.shapes[i] = draws.shapes[left[i]];
  HWY_ALIGN std::array<float, 16> drawn, is_kept;
  std::size_t still = 0;
  for (std::size_t first = 0; first < left.size(); first += hn::Lanes(f)) {
    FloatVector log_draw;
    const auto kept = attempt(scratch.uniforms.data() + first, room, scratch.shapes.data() + first, log_draw);
    hn::Store(log_draw, f, drawn.data());
    hn::Store(hn::IfThenElseZero(kept, hn::Set(f, 1.0F)), f, is_kept.data());
    for (std::size_t j = 0; j < hn::Lanes(f) && first + j < left.size(); ++j) {
      const std::uint32_t place = left[first + j];
      if (is_kept[j] > 0)
        draws.out[place] = drawn[j];
      else
        left[still++] = place;
    }
  }
  left.resize(still);
}

/// Repeats until every entry has a draw.
template <class Attempt>
HWY_INLINE void reject(Rejected draws, LogGammaScratch& scratch, const Attempt& attempt) {
  try_all(draws, scratch, attempt);
  draws.stream = draws.stream.after(second_round);
  while (!scratch.left.empty()) try_left(draws, scratch, attempt);
}

/// log of Gamma(shape, 1) draws with shape < 1, which are mostly far below the range of a float. By rejection
/// (Ahrens & Dieter 1974, GS), in single precision, with SIMD. Below 1 the proposal density is proportional
/// to x^(shape - 1), accepted with probability e^-x; above 1 it is proportional to e^-x, accepted with
/// probability x^(shape - 1).
/// @param shape   at least 10^-6: below, draws near 1 would be imprecise
/// @param stream  has drawn nothing of its next block. Of its next 2^31 blocks, uses the first ones, and the
/// first ones after second_round
/// @param out     shape (n,), a multiple of 16
HWY_INLINE void fill_log_gammas(const Stream& stream, double shape, LogGammaScratch& scratch,
                                std::span<float> out) {
  const FloatLanes f;
  const double both = 1 + shape / 2.71828182845904523536;  // the two envelopes' masses, times shape
  const double share_above = (both - 1) / both;
  const auto above = hn::Set(f, static_cast<float>(share_above));
  const auto of_above = hn::Set(f, static_cast<float>(1 / share_above));
  const auto log_both = hn::Set(f, static_cast<float>(portable_log(both)));
  const auto power = hn::Set(f, static_cast<float>(1 / shape));
  const auto less = hn::Set(f, static_cast<float>(shape - 1));
  const auto one = hn::Set(f, 1.0F), least = hn::Set(f, -80.0F);
  const auto attempt = [&](const float* numbers, std::size_t n, const float*, FloatVector& log_x) HWY_ATTR {
    // x = (both (1 - u))^(1 / shape). All draws that are not negligible have a u near 0, where floats are
    // precise. So the rounding error of 1 - u is added back to its logarithm.
    const auto u = hn::LoadU(f, numbers), coin = hn::LoadU(f, numbers + n);
    const auto y = hn::Sub(one, u);
    const auto lost = hn::Div(hn::Sub(hn::Sub(one, y), u), y);
    log_x = hn::Mul(hn::Add(hn::Add(log_of(y), lost), log_both), power);
    const auto x = exp_of(hn::Max(hn::Min(log_x, one), least));
    const auto is_below = hn::Ge(u, above);
    // 1 - x is below e^-x: this comparison decides nearly all cases.
    auto kept = hn::And(is_below, hn::Le(coin, hn::Sub(one, x)));
    if (HWY_LIKELY(hn::AllTrue(f, kept))) return kept;
    kept = hn::And(is_below, hn::Le(coin, exp_of(hn::Neg(x))));
    if (HWY_LIKELY(hn::AllTrue(f, is_below))) return kept;
    // For proposals above 1, u divided by their proportion is uniform again.
    const auto log_large = log_of(hn::Sub(one, log_of(hn::Mul(u, of_above))));
    const auto is_above = hn::Not(is_below);
    const auto keep = exp_of(hn::Max(hn::Mul(less, log_large), least));
    log_x = hn::IfThenElse(is_below, log_x, log_large);
    return hn::Or(kept, hn::And(is_above, hn::Le(coin, keep)));
  };
  reject({stream, 2, {}, out}, scratch, attempt);
}

/// sin(2 pi turns) for turns from -1/4 to 1/4, within 2^-22.
HWY_INLINE FloatVector sine_of(FloatVector turns) {
  const FloatLanes f;
  const auto y = hn::Mul(turns, hn::Set(f, 6.28318531F));
  const auto y2 = hn::Mul(y, y);
  auto sum = hn::Set(f, -1.0F / 39916800);
  for (const float c : {1.0F / 362880, -1.0F / 5040, 1.0F / 120, -1.0F / 6, 1.0F})
    sum = hn::Add(hn::Mul(sum, y2), hn::Set(f, c));
  return hn::Mul(y, sum);
}

/// Decides which of the draws that single precision leaves in doubt are accepted, and corrects their logs.
HWY_INLINE hn::Mask<FloatLanes> decide(hn::Mask<FloatLanes> doubt, const float* shapes, const float* coins,
                                       FloatVector x, FloatVector& log_draw) {
  const FloatLanes f;
  HWY_ALIGN std::array<float, 16> in_doubt, normal, value;
  hn::Store(hn::IfThenElseZero(doubt, hn::Set(f, 1.0F)), f, in_doubt.data());
  hn::Store(x, f, normal.data());
  hn::Store(log_draw, f, value.data());
  for (std::size_t j = 0; j < hn::Lanes(f); ++j) {
    if (!(in_doubt[j] > 0)) continue;
    if (keeps_large_gamma(shapes[j], normal[j], coins[j]))
      value[j] = log_large_gamma(shapes[j], normal[j]);
    else
      in_doubt[j] = 0;
  }
  log_draw = hn::Load(f, value.data());
  return hn::Gt(hn::Load(f, in_doubt.data()), hn::Zero(f));
}

/// log of Gamma(shapes[i], 1) draws with shapes of 1 or more (Marsaglia & Tsang 2000), in single precision,
/// with SIMD; cases that this cannot decide are decided one by one.
/// @param stream  as above
/// @param shapes  as many as `out` has
/// @param out     shape (n,), a multiple of 16
HWY_INLINE void fill_log_gammas(const Stream& stream, std::span<const float> shapes, LogGammaScratch& scratch,
                                std::span<float> out) {
  const FloatLanes f;
  const auto one = hn::Set(f, 1.0F), least = hn::Set(f, 0.01F);
  const auto attempt = [&](const float* numbers, std::size_t n, const float* shape,
                           FloatVector& log_draw) HWY_ATTR {
    // A normal number from its radius and the sine of its angle (Box & Muller 1958).
    const auto radius = hn::Sqrt(hn::Mul(hn::Set(f, -2.0F), log_of(hn::LoadU(f, numbers))));
    const auto angle = hn::Sub(hn::LoadU(f, numbers + n), hn::Set(f, 0.5F));
    const auto x = hn::Mul(radius, sine_of(hn::Sub(hn::Set(f, 0.25F), hn::Abs(angle))));
    const auto u = hn::LoadU(f, numbers + 2 * n);
    const auto d = hn::Sub(hn::LoadU(f, shape), hn::Set(f, 1.0F / 3));
    const auto root = hn::Add(one, hn::Div(x, hn::Sqrt(hn::Mul(hn::Set(f, 9.0F), d))));
    const auto is_far = hn::Gt(root, least);  // from 0, below which the proposal is invalid
    const auto v = hn::IfThenElse(is_far, hn::Mul(hn::Mul(root, root), root), one);
    log_draw = log_of(hn::Mul(d, v));
    const auto x2 = hn::Mul(x, x);
    const auto squeeze = hn::Sub(one, hn::Mul(hn::Set(f, 0.0331F), hn::Mul(x2, x2)));
    auto kept = hn::And(is_far, hn::Lt(u, squeeze));
    if (HWY_LIKELY(hn::AllTrue(f, kept))) return kept;
    const auto log_v = log_of(v), rest = hn::Sub(one, v), log_u = log_of(u);
    const auto bound = hn::Add(hn::Mul(hn::Set(f, 0.5F), x2), hn::Mul(d, hn::Add(rest, log_v)));
    // How far rounding may have shifted the bound.
    const auto parts = hn::Add(hn::Abs(rest), hn::Abs(log_v));
    const auto margin = hn::Add(hn::Set(f, 1e-5F), hn::Mul(hn::Set(f, 1e-6F), hn::Mul(d, parts)));
    kept = hn::Or(kept, hn::And(is_far, hn::Lt(log_u, hn::Sub(bound, margin))));
    const auto is_near = hn::And(hn::Not(is_far), hn::Gt(root, hn::Zero(f)));
    const auto is_close = hn::And(is_far, hn::Lt(hn::Abs(hn::Sub(log_u, bound)), margin));
    const auto doubt = hn::And(hn::Not(kept), hn::Or(is_near, is_close));
    if (HWY_LIKELY(hn::AllFalse(f, doubt))) return kept;
    return hn::Or(kept, decide(doubt, shape, numbers + 2 * n, x, log_draw));
  };
  reject({stream, 3, shapes, out}, scratch, attempt);
}

}  // namespace themata::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
