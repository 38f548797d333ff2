#pragma once

// Ends of the options' ranges that are not valid values themselves.
namespace themata::simulate {

inline constexpr double above_zero = 1e-12;
inline constexpr double below_one = 1 - 1e-12;

}  // namespace themata::simulate
