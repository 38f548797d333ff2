#include "themata/seating/pitman_yor.hpp"

#include <algorithm>
#include <numeric>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::seating {

double expected_share(const PitmanYor& process, const ServedTopic& topic,
                      const std::array<double, 2>& in_document) {
  const auto [tokens, tables] = in_document;
  if (tokens == 0) return topic.weight;
  return (topic.tokens - process.discount * topic.tables +
          (process.concentration + process.discount * tables) * topic.weight) /
         (tokens + process.concentration);
}

double log_of_tables(const PitmanYor& process, std::int64_t tables, std::int64_t customers) {
  if (customers == 0) return 0;
  double sum = portable_lgamma(process.concentration + 1) -
               portable_lgamma(process.concentration + static_cast<double>(customers));
  if (process.discount == 0)
    return sum + (tables > 1 ? static_cast<double>(tables - 1) * portable_log(process.concentration) : 0);
  for (std::int64_t i = 1; i < tables; ++i) sum += portable_log(process.of_new(i));
  return sum;
}

double log_of_table(const PitmanYor& process, std::int64_t customers) {
  return portable_lgamma(static_cast<double>(customers) - process.discount) -
         portable_lgamma(1 - process.discount);
}

void Auxiliaries::add(Stream& stream, const PitmanYor& process, std::span<const std::int64_t> sizes) {
  const auto customers = static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
  if (customers > 1) log_shares += draw_log_beta(stream, process.concentration + 1, customers - 1);
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double discount = process.discount * static_cast<double>(i);
    const bool is_discount = stream.uniform() * (process.concentration + discount) < discount;
    (is_discount ? discounted : tables) += 1;
  }
  for (const std::int64_t size : sizes)
    for (std::int64_t j = 1; j < size; ++j) {
      const auto customer = static_cast<double>(j);
      kept += stream.uniform() * (customer - process.discount) < 1 - process.discount ? 1 : 0;
    }
}

void Auxiliaries::add(const Auxiliaries& other) {
  tables += other.tables;
  discounted += other.discounted;
  kept += other.kept;
  log_shares += other.log_shares;
}

double draw_concentration(Stream& stream, const Auxiliaries& auxiliaries, double shape, double rate) {
  return draw_gamma(stream, shape + auxiliaries.tables, rate - auxiliaries.log_shares);
}

double draw_discount(Stream& stream, const Auxiliaries& auxiliaries, double a, double b) {
  constexpr double largest = 1 - 0x1p-30;  // 1 itself is not a valid discount
  return std::min(largest,
                  portable_exp(draw_log_beta(stream, a + auxiliaries.discounted, b + auxiliaries.kept)));
}

}  // namespace themata::seating
