#include "themata/models/icdp/ibp.hpp"

#include <cmath>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"
#include "themata/random/successes.hpp"

namespace themata::icdp {

double Ibp::new_dishes(std::uint64_t n) const {
  if (n == 0) return mass;
  const auto customers = static_cast<double>(n);
  return mass * portable_exp(portable_lgamma(1 + concentration) +
                             portable_lgamma(customers + concentration + discount) -
                             portable_lgamma(customers + 1 + concentration) -
                             portable_lgamma(concentration + discount));
}

double Ibp::dishes(std::uint64_t n) const {
  double sum = 0, next = mass;
  for (std::uint64_t j = 0; j < n; ++j) {
    sum += next;
    const auto customers = static_cast<double>(j);
    next *= (customers + concentration + discount) / (customers + 1 + concentration);
  }
  return sum;
}

DishLaw dish_law(const Ibp& law) { return {-law.discount, law.concentration + law.discount}; }

DishLaw dish_law(const Ibp& law, std::uint64_t dishes) {
  return {law.mass * law.concentration / static_cast<double>(dishes) - law.discount,
          law.concentration + law.discount};
}

double log_of_dishes(const Ibp& law, std::uint64_t customers, std::span<const std::uint32_t> tried) {
  const auto n = static_cast<double>(customers);
  const DishLaw dish = dish_law(law);
  const double each = portable_log(law.mass) + portable_lgamma(1 + law.concentration) -
                      portable_lgamma(1 - law.discount) - portable_lgamma(dish.off) -
                      portable_lgamma(n + law.concentration);
  double sum = -law.dishes(customers);
  for (const std::uint32_t c : tried)
    sum += each + portable_lgamma(c + dish.on) + portable_lgamma(n - c + dish.off);
  return sum;
}

double log_of_dishes(const DishLaw& law, std::uint64_t customers, std::span<const std::uint32_t> tried) {
  const auto n = static_cast<double>(customers);
  const double each = portable_lgamma(law.on + law.off) - portable_lgamma(law.on) - portable_lgamma(law.off) -
                      portable_lgamma(n + law.on + law.off);
  double sum = 0;
  for (const std::uint32_t c : tried)
    sum += each + portable_lgamma(c + law.on) + portable_lgamma(n - c + law.off);
  return sum;
}

namespace {

/// Customers from `next` on try a dish, each with the same probability, drawn from Beta(a, b).
void serve(Stream& stream, double a, double b, std::uint64_t next, Buffet& buffet) {
  const double log_refused = draw_log_beta(stream, b, a);
  for_each_success(stream, log_refused, next, buffet.of.size(),
                   [&](std::uint64_t customer) { buffet.of[customer].push_back(buffet.dishes); });
  ++buffet.dishes;
}

}  // namespace

Buffet draw_buffet(Stream& stream, const Ibp& law, std::uint64_t customers) {
  Buffet buffet{std::vector<std::vector<std::uint32_t>>(customers), 0};
  double rate = law.mass;  // new_dishes(n)
  for (std::uint64_t n = 0; n < customers; ++n) {
    const double off = static_cast<double>(n) + law.concentration + law.discount;
    for (std::uint64_t fresh = draw_poisson(stream, rate); fresh > 0; --fresh) {
      buffet.of[n].push_back(buffet.dishes);
      serve(stream, 1 - law.discount, off, n + 1, buffet);
    }
    rate *= off / (static_cast<double>(n + 1) + law.concentration);
  }
  return buffet;
}

Buffet draw_buffet(Stream& stream, const DishLaw& law, std::uint64_t customers, std::uint32_t dishes) {
  Buffet buffet{std::vector<std::vector<std::uint32_t>>(customers), 0};
  while (buffet.dishes < dishes) serve(stream, law.on, law.off, 0, buffet);
  return buffet;
}

std::uint64_t draw_own_dishes(Stream& stream, const OwnDishes& law) {
  if (law.n == 0) return draw_poisson(stream, law.rate);
  // The second factor decreases in J, so the tail is not heavier than that of Poisson(rate): beyond `enough`
  // the mass is below rounding errors.
  const auto enough = static_cast<std::size_t>(law.rate + 12 * std::sqrt(law.rate) + 30);
  const double none = log_rising(law.others * law.weight, law.n), log_rate = portable_log(law.rate);
  std::vector<double> weights(enough + 1);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const auto dishes = static_cast<double>(j);
    weights[j] = portable_exp(dishes * log_rate - portable_lgamma(dishes + 1) + none -
                              log_rising((law.others + dishes) * law.weight, law.n));
  }
  return draw_index(stream, weights);
}

}  // namespace themata::icdp
