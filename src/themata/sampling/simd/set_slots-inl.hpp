// Included once per instruction set (Highway's foreach_target), hence the toggling include guard.
#if defined(THEMATA_SAMPLING_SET_SLOTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_SAMPLING_SET_SLOTS_INL
#undef THEMATA_SAMPLING_SET_SLOTS_INL
#else
#define THEMATA_SAMPLING_SET_SLOTS_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {

/// Calls visit(i) for the slots set in a mask, in ascending order. @param tag  of at most sixteen slots
template <class Tag, class Mask, class Visit>
HWY_INLINE void for_set_slots(Tag tag, Mask mask, const Visit& visit) {
  std::array<std::uint8_t, 8> bytes{};
  hwy::HWY_NAMESPACE::StoreMaskBits(tag, mask, bytes.data());
  for (unsigned bits = bytes[0] + 256U * bytes[1]; bits != 0; bits &= bits - 1)
    visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
