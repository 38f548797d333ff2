// Included once per instruction set (Highway's foreach_target), hence the toggling include guard.
#if defined(THEMATA_SAMPLING_DRAW_SLOT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_SAMPLING_DRAW_SLOT_INL
#undef THEMATA_SAMPLING_DRAW_SLOT_INL
#else
#define THEMATA_SAMPLING_DRAW_SLOT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "themata/counts/matrix.hpp"

#ifndef THEMATA_SAMPLING_COLUMNS
#define THEMATA_SAMPLING_COLUMNS
/// Goes after a lambda's parameters: inlines it into the surrounding function, compiled for the same
/// instruction set.
#define THEMATA_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))
namespace themata::sampling {

/// Maximal number of slot groups whose loops are unrolled.
inline constexpr std::size_t most_unrolled = 8;
inline constexpr std::size_t stretch_slots = most_unrolled * slot_group;
/// Number of floats that the running sums over `slots` slots take.
constexpr std::size_t running_room(std::size_t slots) {
  return slots + (slots + stretch_slots - 1) / stretch_slots * slot_group;
}

/// For each column, 1 in that column only. (With a masked addition a compiler emits a masked store, from
/// which no load can be forwarded.)
alignas(64) inline constexpr auto one_in_column = [] {
  std::array<std::array<std::int32_t, slot_group>, slot_group> rows{};
  for (std::size_t i = 0; i < slot_group; ++i) rows[i][i] = 1;
  return rows;
}();

/// For each column, all bits set in that column only.
alignas(64) inline constexpr auto all_ones_in_column = [] {
  std::array<std::array<std::int32_t, slot_group>, slot_group> rows{};
  for (std::size_t i = 0; i < slot_group; ++i) rows[i][i] = -1;
  return rows;
}();

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Maximal number of slot groups for which a draw is compiled with a constant count. With sanitizers, a
/// compiler takes minutes for such long functions. For SSSE3, whose vectors hold the fewest slots, they are
/// the longest and would be half of all that is compiled, for processors from before 2013.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::size_t most_compiled = 1;
#elif HWY_TARGET == HWY_SSSE3
inline constexpr std::size_t most_compiled = 0;
#else
inline constexpr std::size_t most_compiled = most_unrolled;
#endif

using Floats = hn::CappedTag<float, slot_group>;
using Ints = hn::RebindToSigned<Floats>;

using Vector = hn::Vec<Floats>;
/// Number of SIMD vectors in a group of slots.
inline constexpr std::size_t parts = slot_group / hn::MaxLanes(Floats());

/// A value for each of the sixteen columns.
struct Columns {
#if HWY_ARCH_ARM
  // GCC compiles an implicit constructor without the instructions that vectors need.
  HWY_INLINE Columns() {}
#endif
  Vector part[parts];
};

// A slot is drawn with probability proportional to its weight, from one uniform u in [0, 1), in two steps:
// sums, then the choice. The sum of column j (the slots with number j modulo 16) is updated as its weights
// are computed. First u picks a column by the sixteen totals; then the remainder picks a slot within the
// column. The order of the sums does not depend on the vector width, so all instruction sets give the same
// bits.

/// Prefix sums of the sixteen columns' totals: within groups of four columns, then over these groups.
class ColumnTotals {
 public:
  HWY_INLINE explicit ColumnTotals(const Columns& totals) {
    const Floats f;
    Columns quads;  // prefix sums within each four columns
    for (std::size_t p = 0; p < parts; ++p) {
      const auto pairs = hn::Add(totals.part[p], hn::ShiftLeftLanes<1>(totals.part[p]));
      quads.part[p] = hn::Add(pairs, hn::ShiftLeftLanes<2>(pairs));
    }
    const Columns starts = start_quads(quads);
    for (std::size_t p = 0; p < parts; ++p) {
      through_.part[p] = hn::Add(quads.part[p], starts.part[p]);
      before_.part[p] = hn::Add(hn::ShiftLeftLanes<1>(quads.part[p]), starts.part[p]);
    }
#if HWY_TARGET <= HWY_AVX3
    all_ = Vector{_mm512_maskz_permutexvar_ps(0xffff, _mm512_set1_epi32(15), through_.part[0].raw)};
#else
    HWY_ALIGN float last[hn::MaxLanes(Floats())];
    hn::Store(through_.part[parts - 1], f, last);
    all_ = hn::Set(f, last[hn::MaxLanes(Floats()) - 1]);
#endif
  }

  /// The sum over all slots, broadcast.
  HWY_INLINE Vector all() const { return all_; }

  /// The column at which the sums exceed `at`. @param at  one value, broadcast
  HWY_INLINE std::size_t column(Vector at) const {
    // A value beyond the first fifteen columns is in the last one, however its sum was rounded.
#if HWY_TARGET <= HWY_AVX3
    return hwy::PopCount(std::uint64_t{hn::Le(through_.part[0], at).raw} & 0x7fff);
#else
    const Floats f;
    std::size_t passed = 0;
    for (std::size_t p = 0; p + 1 < parts; ++p) passed += hn::CountTrue(f, hn::Le(through_.part[p], at));
    const auto not_last = hn::FirstN(f, hn::MaxLanes(f) - 1);
    return passed + hn::CountTrue(f, hn::And(not_last, hn::Le(through_.part[parts - 1], at)));
#endif
  }

  /// The remainder of `at` within each column, if that column were chosen.
  HWY_INLINE Columns within(Vector at) const {
    Columns rest;
    for (std::size_t p = 0; p < parts; ++p)
      rest.part[p] = hn::Max(hn::Sub(at, before_.part[p]), hn::Zero(Floats()));
    return rest;
  }

 private:
  /// The sums before each group of four columns, given the prefix sums within the groups.
  static HWY_INLINE Columns start_quads(const Columns& quads) {
    Columns starts;
#if HWY_TARGET <= HWY_AVX3
    const __m512 q = quads.part[0].raw;
    const auto quad = [&](__mmask16 where, int second, int third, int fourth) THEMATA_INLINE_LAMBDA {
      const __m512i from = _mm512_set_epi32(fourth, fourth, fourth, fourth, third, third, third, third,
                                            second, second, second, second, 0, 0, 0, 0);
      return Vector{_mm512_maskz_permutexvar_ps(where, from, q)};
    };
    starts.part[0] = hn::Add(hn::Add(quad(0xf000, 0, 0, 3), quad(0xff00, 0, 3, 7)), quad(0xfff0, 3, 7, 11));
#else
    const Floats f;
    HWY_ALIGN float sums[slot_group];
    for (std::size_t p = 0; p < parts; ++p) hn::Store(quads.part[p], f, sums + p * hn::MaxLanes(f));
    const float start[4] = {0, sums[3], sums[3] + sums[7], sums[3] + sums[7] + sums[11]};
    for (std::size_t p = 0; p < parts; ++p) {
#if HWY_TARGET == HWY_AVX2
      const hn::Half<Floats> half;
      starts.part[p] = hn::Combine(f, hn::Set(half, start[2 * p + 1]), hn::Set(half, start[2 * p]));
#else
      starts.part[p] = hn::Set(f, start[p]);
#endif
    }
#endif
    return starts;
  }

  Columns through_, before_;  ///< prefix sums of the columns, inclusive and exclusive
  Vector all_;
};

/// Calls work(i) for i = 0, ..., n - 1, each a compile-time constant: arrays indexed by it can stay in
/// registers.
template <std::size_t n, class Work>
HWY_INLINE void unrolled(const Work& work) {
  [&]<std::size_t... i>(std::index_sequence<i...>) THEMATA_INLINE_LAMBDA {
    (work(std::integral_constant<std::size_t, i>()), ...);
  }
  (std::make_index_sequence<n>());
}

/// Calls work(the number of groups as a compile-time constant; 0 if there are more than are compiled).
template <class Work>
HWY_INLINE void with_groups(std::size_t slots, const Work& work) {
  const std::size_t n = slots / slot_group;
  if (n > most_compiled) return work(std::integral_constant<std::size_t, 0>());
  unrolled<most_compiled>([&](auto g) THEMATA_INLINE_LAMBDA {
    if (n == g + 1) work(std::integral_constant<std::size_t, g + 1>());
  });
}

/// The bits of a nonnegative float, which have the same order as the floats.
HWY_INLINE std::uint32_t bits_of(const float& x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// Each column's running sums, in stretches of eight groups: within a stretch, and over whole stretches. A
/// single running sum over all groups would be one chain of dependent additions.
/// @tparam groups  number of slot groups, at most one stretch; 0 if known only at run time
template <std::size_t groups>
class RunningSums {
 public:
  /// @param running  scratch of running_room(slots) floats
  /// @param weight   weight(i): the vector of weights of the slots from i on
  template <class Weight>
  HWY_INLINE RunningSums(std::size_t slots, float* HWY_RESTRICT running, const Weight& weight)
      : slots_(groups > 0 ? groups * slot_group : slots), running_(running) {
    if constexpr (groups > 0)
      sum_stretch<groups>(0, running, weight);
    else
      sum_stretches(running, weight);
  }

  HWY_INLINE const Columns& totals() const { return totals_; }

  /// The slot at which the running sums, column by column, exceed `at`; always one with weight above 0.
  /// Returns the number of slots if there is none.
  HWY_INLINE std::size_t find(const ColumnTotals& totals, Vector at) const {
    const std::size_t column = totals.column(at);
    const Columns left = totals.within(at);
    HWY_ALIGN float rests[slot_group];
    unrolled<parts>([&](auto p)
                        THEMATA_INLINE_LAMBDA { hn::Store(left.part[p], Floats(), rests + p * width); });
    if constexpr (groups > 0) {
      // Counts the sums passed, in one register: one comparison and one subtraction with borrow each.
      const float* const running = running_ + column;
      const std::uint32_t rest = bits_of(rests[column]);
      std::uint32_t passed = 0;
      unrolled<groups - 1>([&](auto g) THEMATA_INLINE_LAMBDA {
        passed += bits_of(running[g * slot_group]) <= rest ? 1U : 0U;
      });
      // Checked separately, so that the choice does not wait for the last store.
      if (HWY_UNLIKELY(bits_of(running[(groups - 1) * slot_group]) <= rest)) return find_last(column, slots_);
      return column + slot_group * passed;
    } else {
      return find_in_stretches(column, rests[column]);
    }
  }

 private:
  static constexpr std::size_t width = hn::MaxLanes(Floats());

  template <class Weight>
  HWY_INLINE void add_group(float* HWY_RESTRICT running, bool first, const Weight& weight) {
    unrolled<parts>([&](auto p) THEMATA_INLINE_LAMBDA {
      totals_.part[p] = first ? weight(p * width) : hn::Add(totals_.part[p], weight(p * width));
      hn::Store(totals_.part[p], Floats(), running + p * width);
    });
  }

  /// Sums the groups of one stretch, which begins at slot `first`.
  template <std::size_t of_stretch, class Weight>
  HWY_INLINE void sum_stretch(std::size_t first, float* HWY_RESTRICT running, const Weight& weight) {
    unrolled<of_stretch>([&](auto g) THEMATA_INLINE_LAMBDA {
      const std::size_t slot = first + g * slot_group;
      add_group(running + slot, g == 0,
                [&](std::size_t p) THEMATA_INLINE_LAMBDA { return weight(slot + p); });
    });
  }

  /// The same for the groups from `first` to `end`, at least one, in a loop.
  template <class Weight>
  HWY_INLINE void sum_groups(std::size_t first, std::size_t end, float* HWY_RESTRICT running,
                             const Weight& weight) {
    add_group(running + first, true, [&](std::size_t p) THEMATA_INLINE_LAMBDA { return weight(first + p); });
    for (std::size_t slot = first + slot_group; slot < end; slot += slot_group)
      add_group(running + slot, false, [&](std::size_t p) THEMATA_INLINE_LAMBDA { return weight(slot + p); });
  }

  template <class Weight>
  HWY_INLINE void sum_stretches(float* HWY_RESTRICT running, const Weight& weight) {
    const Floats f;
    float* through = running + slots_;
    Columns all;
    for (auto& part : all.part) part = hn::Zero(f);
    const auto add_stretch = [&]() THEMATA_INLINE_LAMBDA {
      unrolled<parts>([&](auto p) THEMATA_INLINE_LAMBDA {
        all.part[p] = hn::Add(all.part[p], totals_.part[p]);
        hn::Store(all.part[p], f, through + p * width);
      });
      through += slot_group;
    };
    std::size_t first = 0;
    for (; first + stretch_slots <= slots_; first += stretch_slots) {
      if constexpr (most_compiled == most_unrolled)
        sum_stretch<most_unrolled>(first, running, weight);
      else
        sum_groups(first, first + stretch_slots, running, weight);
      add_stretch();
    }
    if (first < slots_) {
      sum_groups(first, slots_, running, weight);
      add_stretch();
    }
    totals_ = all;
  }

  HWY_INLINE std::size_t find_in_stretches(std::size_t column, float rest) const {
    const float* through = running_ + slots_ + column;
    const std::size_t last = (slots_ - 1) / stretch_slots;
    std::size_t stretch = 0;
    for (std::size_t s = 0; s < last; ++s)
      stretch += bits_of(through[s * slot_group]) <= bits_of(rest) ? 1 : 0;
    static constexpr float nothing = 0;
    rest = std::max(rest - *(stretch > 0 ? through + (stretch - 1) * slot_group : &nothing), 0.0F);
    const std::size_t first = stretch * stretch_slots + column;
    const std::size_t end = std::min((stretch + 1) * stretch_slots, slots_);
    const std::size_t last_slot = end - slot_group + column;
    std::uint32_t passed = 0;
    for (std::size_t i = first; i < last_slot; i += slot_group)
      passed += bits_of(running_[i]) <= bits_of(rest) ? 1U : 0U;
    if (HWY_UNLIKELY(bits_of(running_[last_slot]) <= bits_of(rest))) return find_last(column, end);
    return first + slot_group * passed;
  }

  /// Handles a remainder that exceeds all of its column's sums because of rounding: the column's last slot
  /// with weight before `end`.
  HWY_NOINLINE std::size_t find_last(std::size_t column, std::size_t end) const {
    for (std::size_t slot = end - slot_group + column; slot < end; slot -= slot_group) {  // until it wraps
      const float before = slot % stretch_slots >= slot_group ? running_[slot - slot_group] : 0;
      if (running_[slot] > before) return slot;
    }
    return find_any();
  }

  /// The last resort: the first slot with weight in the heaviest column; the number of slots if no slot has
  /// weight.
  std::size_t find_any() const {
    HWY_ALIGN float sums[slot_group];
    for (std::size_t p = 0; p < parts; ++p) hn::Store(totals_.part[p], Floats(), sums + p * width);
    const auto column = static_cast<std::size_t>(std::max_element(sums, sums + slot_group) - sums);
    if (!(sums[column] > 0)) return slots_;
    std::size_t slot = column;
    while (!(running_[slot] > 0)) slot += slot_group;
    return slot;
  }

  std::size_t slots_;
  const float* running_;
  Columns totals_;
};

/// The same for lists, most of which have one or two groups.
class ListSums {
 public:
  /// @param groups   at least 1
  /// @param running  scratch, slot_group floats per group
  /// @param weight   weight(i): the vector of weights of the places from i on
  template <class Weight>
  HWY_INLINE ListSums(std::size_t groups, float* HWY_RESTRICT running, const Weight& weight)
      : end_(groups * slot_group), running_(running) {
    add_group(0, running, weight);
    for (std::size_t place = slot_group; place < end_; place += slot_group) add_group(place, running, weight);
  }

  HWY_INLINE std::size_t places() const { return end_; }
  HWY_INLINE const Columns& totals() const { return totals_; }

  /// The place at which the running sums, column by column, exceed `at`; always one with weight above 0.
  /// Returns the number of places if rounding leads to none.
  HWY_INLINE std::size_t find(const ColumnTotals& totals, Vector at) const {
    const std::size_t column = totals.column(at);
    const Columns left = totals.within(at);
    HWY_ALIGN float rests[slot_group];
    unrolled<parts>([&](auto p)
                        THEMATA_INLINE_LAMBDA { hn::Store(left.part[p], Floats(), rests + p * width); });
    const std::uint32_t rest = bits_of(rests[column]);
    std::uint32_t passed = 0;
    const std::size_t last = end_ - slot_group + column;
    for (std::size_t i = column; i < last; i += slot_group) passed += bits_of(running_[i]) <= rest ? 1U : 0U;
    return HWY_LIKELY(bits_of(running_[last]) > rest) ? column + slot_group * passed : end_;
  }

 private:
  static constexpr std::size_t width = hn::MaxLanes(Floats());

  template <class Weight>
  HWY_INLINE void add_group(std::size_t place, float* HWY_RESTRICT running, const Weight& weight) {
    unrolled<parts>([&](auto p) THEMATA_INLINE_LAMBDA {
      auto& total = totals_.part[p];
      total = place == 0 ? weight(p * width) : hn::Add(total, weight(place + p * width));
      hn::Store(total, Floats(), running + place + p * width);
    });
  }

  std::size_t end_;
  const float* running_;
  Columns totals_;
};

/// The slot that u picks; the number of slots if no slot has weight.
template <class AnySums>
HWY_INLINE std::size_t choose_slot(const AnySums& sums, float u) {
  const ColumnTotals totals(sums.totals());
  return sums.find(totals, hn::Mul(hn::Set(Floats(), u), totals.all()));
}

// A wide load that covers a preceding scalar store must wait until the store reaches the cache (no store
// forwarding). So a slot is changed by loading, modifying and storing the whole vector that contains it.

/// Sets one slot. @param slots  aligned array
HWY_INLINE void set_slot(float* slots, std::size_t k, const float* value) {
  const Floats f;
  const std::size_t column = k % hn::Lanes(f);
  float* const at = slots + (k - column);
  const auto is_it = hn::BitCast(f, hn::Load(Ints(), all_ones_in_column[column].data()));
  hn::Store(hn::IfVecThenElse(is_it, hn::Set(f, *value), hn::Load(f, at)), f, at);
}

/// Adds to one slot. @param slots  aligned array
HWY_INLINE void add_to_slot(std::int32_t* slots, std::size_t k, std::int32_t by) {
  const Ints ints;
  const std::size_t column = k % hn::Lanes(ints);
  std::int32_t* const at = slots + (k - column);
  const auto one = hn::Load(ints, one_in_column[column].data());
  const auto all = hn::Load(ints, at);
  hn::Store(by > 0 ? hn::Add(all, one) : hn::Sub(all, one), ints, at);
}

// Samplers that take turns draw a token in three steps: sum() removes it from the counts and computes its
// weights, choose() picks its topic, move() adds it to that topic's counts. A store to an address that is not
// yet known would delay the loads of the other samplers. Therefore all sums, which store only at the token's
// old place, come before all choices, and all choices before all moves. left() is the number of tokens left
// in the current document, 0 if there is no further one; next_document() moves on. The values that a sampler
// needs for every token are in its TokenState, which no store through a pointer can alias, so that they can
// stay in registers: start() creates it, stop() writes it back.

/// Draws the rest of the current document.
template <class Sampler>
HWY_INLINE void turn(Sampler& a) {
  auto token = a.start();
  for (std::size_t n = a.left(); n > 0; --n) {
    a.choose(token, a.sum(token));
    a.move(token);
  }
  a.stop(token);
  a.next_document();
}

/// Two samplers without a common factor draw one token each in turn, until a document of one ends: while one
/// waits for its sums, the other computes.
template <class Sampler>
HWY_INLINE void turn(Sampler& a, Sampler& b) {
  auto hot_a = a.start(), hot_b = b.start();
  for (std::size_t n = std::min(a.left(), b.left()); n > 0; --n) {
    const auto sums_a = a.sum(hot_a), sums_b = b.sum(hot_b);
    a.choose(hot_a, sums_a);
    b.choose(hot_b, sums_b);
    a.move(hot_a);
    b.move(hot_b);
  }
  a.stop(hot_a);
  b.stop(hot_b);
  for (Sampler* sampler : {&a, &b})
    if (sampler->left() == 0) sampler->next_document();
}

/// The same with four.
template <class Sampler>
HWY_INLINE void turn(Sampler& a, Sampler& b, Sampler& c, Sampler& d) {
  auto hot_a = a.start(), hot_b = b.start(), hot_c = c.start(), hot_d = d.start();
  for (std::size_t n = std::min({a.left(), b.left(), c.left(), d.left()}); n > 0; --n) {
    const auto sums_a = a.sum(hot_a), sums_b = b.sum(hot_b), sums_c = c.sum(hot_c), sums_d = d.sum(hot_d);
    a.choose(hot_a, sums_a);
    b.choose(hot_b, sums_b);
    c.choose(hot_c, sums_c);
    d.choose(hot_d, sums_d);
    a.move(hot_a);
    b.move(hot_b);
    c.move(hot_c);
    d.move(hot_d);
  }
  a.stop(hot_a);
  b.stop(hot_b);
  c.stop(hot_c);
  d.stop(hot_d);
  for (Sampler* sampler : {&a, &b, &c, &d})
    if (sampler->left() == 0) sampler->next_document();
}

/// Draws what a sampler has left. Not inlined: four samplers share it.
template <class Sampler>
HWY_NOINLINE void draw_rest(Sampler& sampler) {
  while (sampler.left() > 0) turn(sampler);
}

/// Draws everything that four samplers have: the last documents, when one of them has no further one, each by
/// itself.
template <class Sampler>
HWY_INLINE void take_turns(Sampler& a, Sampler& b, Sampler& c, Sampler& d) {
  while (a.left() > 0 && b.left() > 0 && c.left() > 0 && d.left() > 0) turn(a, b, c, d);
  for (Sampler* sampler : {&a, &b, &c, &d}) draw_rest(*sampler);
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
