#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata::icdp {

/// The three-parameter Indian buffet process (Teh & Gorur 2009; Archambeau et al. 2015, section 2.1): each
/// customer tries a finite set of unboundedly many dishes. After n customers, the next one tries a dish that
/// c of them tried with probability (c - discount) / (n + concentration), and new_dishes(n) new ones on
/// average. The mass is above 0, the discount in [0, 1), the concentration above minus the discount.
struct Ibp {
  double mass = 1, concentration = 1, discount = 0;

  /// Mean number of new dishes of customer n + 1, and of dishes that only one given customer of n + 1 has
  /// tried:
  /// mass Gamma(1 + concentration) Gamma(n + concentration + discount) /
  /// (Gamma(n + 1 + concentration) Gamma(concentration + discount)).
  double new_dishes(std::uint64_t n) const;
  /// Mean number of dishes that n customers have tried: eq. 10, the sum of new_dishes.
  double dishes(std::uint64_t n) const;
};

/// The odds that a customer tries a dish that c of n others have tried: on + c against off + n - c. Given who
/// tried it, the dish's probability is Beta(on + c, off + n - c). This applies to every dish of an Ibp with c
/// > 0, and to all of a fixed number of dishes, each with prior probability Beta(on, off).
struct DishDistribution {
  double on, off;
};
DishDistribution dish_distribution(const Ibp& process);
/// For a finite vocabulary (eq. 34, corrected): on = mass concentration / dishes - discount, off =
/// concentration + discount.
DishDistribution dish_distribution(const Ibp& process, std::uint64_t dishes);

/// log density of a buffet: eq. 43. @param tried  by dish: how many of the `customers` tried it, above 0
double log_of_dishes(const Ibp& process, std::uint64_t customers, std::span<const std::uint32_t> tried);
/// log probability of a buffet with a fixed number of dishes. @param tried  by dish; 0 is allowed
double log_of_dishes(const DishDistribution& dish, std::uint64_t customers,
                     std::span<const std::uint32_t> tried);

/// A buffet: each customer's dishes, ascending. Dishes are numbered by the first customer who tried them.
struct Buffet {
  std::vector<std::vector<std::uint32_t>> of;
  std::uint32_t dishes = 0;
};
/// Draws the buffet of `customers` customers, dish by dish. Given that customer n + 1 is the first to try a
/// dish, each later customer tries it with the same probability, Beta(1 - discount, n + concentration +
/// discount). So the time is proportional to the number of entries (eq. 11, corrected; docs/theory/icdp.md).
Buffet draw_buffet(Stream& stream, const Ibp& process, std::uint64_t customers);
/// The same for a fixed number of dishes, each with its own probability, Beta(on, off).
Buffet draw_buffet(Stream& stream, const DishDistribution& dish, std::uint64_t customers,
                   std::uint32_t dishes);

/// The number J of a customer's own dishes from which none of his tokens came, with p(J) proportional to
/// rate^J / J! Gamma((others + J) weight) / Gamma((others + J) weight + n). This replaces eqs. 30 and 33
/// (docs/theory/icdp.md).
/// @param others  number of his other dishes; above 0 if n is
struct OwnDishes {
  double rate, others, weight;
  std::int64_t n;
};
std::uint64_t draw_own_dishes(Stream& stream, const OwnDishes& own);

}  // namespace themata::icdp
