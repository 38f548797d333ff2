#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata::icdp {

/// The three-parameter Indian buffet process (Teh & Gorur 2009; Archambeau et al. 2015, section 2.1): customers each
/// try a finite set of unboundedly many dishes. After n customers, the next tries a dish that c of them tried with
/// probability (c - discount) / (n + concentration), and new_dishes(n) new ones on average. The mass is above 0, the discount
/// in [0, 1), the concentration above minus the discount.
struct Ibp {
  double mass = 1, concentration = 1, discount = 0;

  /// Mean number of dishes that nobody tried before customer n + 1, and those that he alone will have tried of n + 1:
  /// mass Gamma(1 + concentration) Gamma(n + concentration + discount) /
  /// (Gamma(n + 1 + concentration) Gamma(concentration + discount)).
  double new_dishes(std::uint64_t n) const;
  /// Mean number of dishes that n customers have tried: eq. 10, the sum of the above.
  double dishes(std::uint64_t n) const;
};

/// How likely a customer is to try a dish that c of n others have tried: on + c against off + n - c. With its own
/// probability of being tried drawn, Beta(on + c, off + n - c) given who did. So it is for every dish of an Ibp with c > 0;
/// and for all of a number of dishes known beforehand, of which each has probability Beta(on, off) a priori.
struct DishLaw {
  double on, off;
};
DishLaw dish_law(const Ibp& law);
/// Of a finite vocabulary (eq. 34, corrected): on = mass concentration / dishes - discount, off = concentration + discount.
DishLaw dish_law(const Ibp& law, std::uint64_t dishes);

/// log of the density of who tried what: eq. 43. @param tried  of each dish, by how many of the `customers`, above 0
double log_of_dishes(const Ibp& law, std::uint64_t customers, std::span<const std::uint32_t> tried);
/// log of the probability of who tried what, of a known number of dishes. @param tried  of each of them, 0 allowed
double log_of_dishes(const DishLaw& law, std::uint64_t customers, std::span<const std::uint32_t> tried);

/// Who tries what: each customer's dishes, ascending. Dishes are numbered by the first who tried them.
struct Buffet {
  std::vector<std::vector<std::uint32_t>> of;
  std::uint32_t dishes = 0;
};
/// A draw of what so many customers try. Dish by dish: given that customer n + 1 is its first, it is tried by each after him with one
/// probability, Beta(1 - discount, n + concentration + discount), so that the time goes by what is tried alone (eq. 11,
/// corrected; docs/theory/icdp.md).
Buffet draw_buffet(Stream& stream, const Ibp& law, std::uint64_t customers);
/// The same of a known number of dishes, each tried with a probability of its own, Beta(on, off).
Buffet draw_buffet(Stream& stream, const DishLaw& law, std::uint64_t customers, std::uint32_t dishes);

/// Of a customer's own dishes that no token of his came from, with p(J) proportional to
/// rate^J / J! Gamma((others + J) weight) / Gamma((others + J) weight + n): what takes the place of eqs. 30 and 33
/// (docs/theory/icdp.md).
/// @param others  his other dishes; above 0 where n is
struct OwnDishes {
  double rate, others, weight;
  std::int64_t n;
};
std::uint64_t draw_own_dishes(Stream& stream, const OwnDishes& law);

}  // namespace themata::icdp
