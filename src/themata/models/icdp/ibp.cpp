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

DishDistribution dish_distribution(const Ibp& process) {
  return {-process.discount, process.concentration + process.discount};
}

DishDistribution dish_distribution(const Ibp& process, std::uint64_t dishes) {
  return {process.mass * process.concentration / static_cast<double>(dishes) - process.discount,
          process.concentration + process.discount};
}

double log_of_dishes(const Ibp& process, std::uint64_t customers, std::span<const std::uint32_t> tried) {
  const auto n = static_cast<double>(customers);
  const DishDistribution dish = dish_distribution(process);
  const double each = portable_log(process.mass) + portable_lgamma(1 + process.concentration) -
                      portable_lgamma(1 - process.discount) - portable_lgamma(dish.off) -
                      portable_lgamma(n + process.concentration);
  double sum = -process.dishes(customers);
  for (const std::uint32_t c : tried)
    sum += each + portable_lgamma(c + dish.on) + portable_lgamma(n - c + dish.off);
  return sum;
}

double log_of_dishes(const DishDistribution& dish, std::uint64_t customers,
                     std::span<const std::uint32_t> tried) {
  const auto n = static_cast<double>(customers);
  const double each = portable_lgamma(dish.on + dish.off) - portable_lgamma(dish.on) -
                      portable_lgamma(dish.off) - portable_lgamma(n + dish.on + dish.off);
  double sum = 0;
  for (const std::uint32_t c : tried)
    sum += each + portable_lgamma(c + dish.on) + portable_lgamma(n - c + dish.off);
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

Buffet draw_buffet(Stream& stream, const Ibp& process, std::uint64_t customers) {
  Buffet buffet{std::vector<std::vector<std::uint32_t>>(customers), 0};
  double rate = process.mass;  // new_dishes(n)
  for (std::uint64_t n = 0; n < customers; ++n) {
    const double off = static_cast<double>(n) + process.concentration + process.discount;
    for (std::uint64_t fresh = draw_poisson(stream, rate); fresh > 0; --fresh) {
      buffet.of[n].push_back(buffet.dishes);
      serve(stream, 1 - process.discount, off, n + 1, buffet);
    }
    rate *= off / (static_cast<double>(n + 1) + process.concentration);
  }
  return buffet;
}

Buffet draw_buffet(Stream& stream, const DishDistribution& dish, std::uint64_t customers,
                   std::uint32_t dishes) {
  Buffet buffet{std::vector<std::vector<std::uint32_t>>(customers), 0};
  while (buffet.dishes < dishes) serve(stream, dish.on, dish.off, 0, buffet);
  return buffet;
}

std::uint64_t draw_own_dishes(Stream& stream, const OwnDishes& own) {
  if (own.n == 0) return draw_poisson(stream, own.rate);
  // The second factor decreases in J, so the tail is not heavier than that of Poisson(rate): beyond `enough`
  // the mass is below rounding errors.
  const auto enough = static_cast<std::size_t>(own.rate + 12 * std::sqrt(own.rate) + 30);
  const double none = log_rising(own.others * own.weight, own.n), log_rate = portable_log(own.rate);
  std::vector<double> weights(enough + 1);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const auto dishes = static_cast<double>(j);
    weights[j] = portable_exp(dishes * log_rate - portable_lgamma(dishes + 1) + none -
                              log_rising((own.others + dishes) * own.weight, own.n));
  }
  return draw_index(stream, weights);
}

}  // namespace themata::icdp
