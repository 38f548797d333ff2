#include "themata/models/icdp/ibp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "support/statistics.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/slice.hpp"

// The three-parameter Indian buffet process, its density against its own customers, and draws by slices.
namespace themata::testing {
namespace {

using icdp::Ibp;

/// Who tried what, customer after customer (Teh & Gorur 2009): eq. 43 must be the product of their choices.
double by_customers(const Ibp& process, const std::vector<std::vector<int>>& dishes, int customers) {
  double sum = 0;
  for (int n = 0; n < customers; ++n) {
    double rate = process.mass;
    for (int j = 1; j <= n; ++j)
      rate *= (j - 1 + process.concentration + process.discount) / (j + process.concentration);
    EXPECT_NEAR(process.new_dishes(static_cast<std::uint64_t>(n)), rate, 1e-12 * rate);
    sum -= rate;
    for (const auto& dish : dishes) {
      int before = 0;
      for (int j = 0; j < n; ++j) before += dish[static_cast<std::size_t>(j)];
      const bool tries = dish[static_cast<std::size_t>(n)] != 0;
      const double p = (before - process.discount) / (n + process.concentration);
      if (before == 0)
        sum += tries ? std::log(rate) : 0;
      else
        sum += std::log(tries ? p : 1 - p);
    }
  }
  return sum;
}

TEST(Ibp, DensityIsTheProductOfTheCustomersChoices) {
  const std::vector<std::vector<int>> dishes{
      {1, 0, 0, 1}, {1, 1, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 0}};
  std::vector<std::uint32_t> tried;
  for (const auto& dish : dishes)
    tried.push_back(static_cast<std::uint32_t>(std::count(dish.begin(), dish.end(), 1)));
  for (const Ibp& process : {Ibp{2, 1, 0}, Ibp{0.7, 3, 0.4}, Ibp{5, -0.2, 0.5}}) {
    EXPECT_NEAR(log_of_dishes(process, 4, tried), by_customers(process, dishes, 4), 1e-10);
    double sum = 0;
    for (std::uint64_t n = 0; n < 4; ++n) sum += process.new_dishes(n);
    EXPECT_NEAR(process.dishes(4), sum, 1e-12 * sum);
  }
}

using DrawBuffet = std::function<icdp::Buffet(Stream&, const Ibp&)>;

/// The largest |z| of how many dishes of three customers have each pattern, against eq. 43: those of one
/// pattern are Poisson in number, with the mean that one dish alone has by it.
double worst_pattern(const Ibp& process, const DrawBuffet& draw) {
  constexpr int draws = 200'000;
  Stream stream({9}, Purpose::mask, 0, static_cast<std::uint64_t>(process.mass * 10));
  std::map<std::uint32_t, double> sums, squares;
  for (int i = 0; i < draws; ++i) {
    const icdp::Buffet buffet = draw(stream, process);
    std::vector<std::uint32_t> patterns(buffet.dishes);
    for (std::uint32_t n = 0; n < 3; ++n)
      for (const std::uint32_t dish : buffet.of[n]) patterns[dish] |= 1U << n;
    std::map<std::uint32_t, int> counts;
    for (const std::uint32_t pattern : patterns) ++counts[pattern];
    for (const auto& [pattern, count] : counts) {
      sums[pattern] += count;
      squares[pattern] += count * count;
    }
  }
  double worst = sums.count(0) > 0 ? INFINITY : 0;
  for (std::uint32_t pattern = 1; pattern < 8; ++pattern) {
    const std::vector tried{static_cast<std::uint32_t>(std::popcount(pattern))};
    const double mean = std::exp(log_of_dishes(process, 3, tried) + process.dishes(3));
    const double of_squares = mean + 6 * mean * mean + 4 * mean * mean * mean;
    worst =
        std::max({worst, std::abs(sums[pattern] / draws - mean) / std::sqrt(mean / draws),
                  std::abs(squares[pattern] / draws - mean - mean * mean) / std::sqrt(of_squares / draws)});
  }
  return worst;
}

TEST(Ibp, DrawsHaveEachPatternAsOftenAsTheDensitySays) {
  for (const Ibp& process : {Ibp{2, 1, 0}, Ibp{0.7, 3, 0.4}, Ibp{3, -0.2, 0.5}})
    EXPECT_LT(worst_pattern(process, [](Stream& s, const Ibp& l) { return draw_buffet(s, l, 3); }), z_limit);
}

TEST(IbpMutants, WrongBuffetsFail) {
  // Dish by dish; `counted` is how often the first customer's own choice counts in its probability (eq. 11 as
  // printed: once).
  const auto plainly = [](double counted) {
    return [counted](Stream& stream, const Ibp& process) {
      icdp::Buffet buffet{std::vector<std::vector<std::uint32_t>>(3), 0};
      for (std::uint64_t n = 0; n < 3; ++n)
        for (std::uint64_t fresh = draw_poisson(stream, process.new_dishes(n)); fresh > 0; --fresh) {
          const auto before = static_cast<double>(n) + counted;
          const double pi = std::exp(
              draw_log_beta(stream, 1 - process.discount, before + process.concentration + process.discount));
          buffet.of[n].push_back(buffet.dishes);
          for (std::uint64_t later = n + 1; later < 3; ++later)
            if (stream.uniform() < pi) buffet.of[later].push_back(buffet.dishes);
          ++buffet.dishes;
        }
      return buffet;
    };
  };
  const Ibp process{2, 1, 0.2};
  EXPECT_LT(worst_pattern(process, plainly(0)), z_limit);
  EXPECT_GT(worst_pattern(process, plainly(1)), 2 * z_limit) << "the first customer among those who refused";
}

TEST(Ibp, DrawsOfAFiniteNumberOfDishesHaveTheirProbabilities) {
  constexpr int draws = 100'000;
  for (const icdp::DishDistribution& odds :
       {icdp::DishDistribution{0.3, 1.2}, icdp::DishDistribution{2, 0.5}}) {
    Stream stream({10}, Purpose::mask, 0, static_cast<std::uint64_t>(odds.on * 10));
    std::vector<std::uint64_t> found(64);
    std::vector<double> expected;
    for (int i = 0; i < draws; ++i) {
      const icdp::Buffet buffet = draw_buffet(stream, odds, 3, 2);
      ASSERT_EQ(buffet.dishes, 2U);
      std::size_t pattern = 0;
      for (std::uint32_t n = 0; n < 3; ++n)
        for (const std::uint32_t dish : buffet.of[n]) pattern |= 1U << (3 * dish + n);
      ++found[pattern];
    }
    for (std::uint32_t pattern = 0; pattern < 64; ++pattern)
      expected.push_back(
          std::exp(log_of_dishes(odds, 3,
                                 std::vector{static_cast<std::uint32_t>(std::popcount(pattern & 7)),
                                             static_cast<std::uint32_t>(std::popcount(pattern >> 3))})));
    EXPECT_GT(chi_square_p(found, expected), p_limit);
  }
}

TEST(Ibp, ProbabilitiesOfAFiniteNumberOfDishesSumToOne) {
  for (const icdp::DishDistribution& odds :
       {icdp::DishDistribution{0.3, 1.2}, icdp::DishDistribution{2, 0.5}}) {
    double sum = 0;
    for (std::uint32_t a = 0; a < 8; ++a)
      for (std::uint32_t b = 0; b < 8; ++b)
        sum += std::exp(log_of_dishes(odds, 3,
                                      std::vector{static_cast<std::uint32_t>(std::popcount(a)),
                                                  static_cast<std::uint32_t>(std::popcount(b))}));
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(Ibp, OwnDishesFollowTheirDistribution) {
  for (const icdp::OwnDishes& own : {icdp::OwnDishes{1.3, 2, 0.5, 6}, icdp::OwnDishes{0.2, 1, 2, 1},
                                     icdp::OwnDishes{4, 10, 0.1, 50}, icdp::OwnDishes{2, 0, 0.7, 0}}) {
    std::vector<double> p;
    for (int j = 0; j < 60; ++j) {
      const double s = (own.others + j) * own.weight;
      const double group = own.n == 0 ? 0 : std::lgamma(s) - std::lgamma(s + static_cast<double>(own.n));
      p.push_back(std::exp(j * std::log(own.rate) - std::lgamma(j + 1) + group));
    }
    double sum = 0, mean = 0, square = 0;
    for (const double x : p) sum += x;
    for (std::size_t j = 0; j < p.size(); ++j) {
      mean += static_cast<double>(j) * p[j] / sum;
      square += static_cast<double>(j * j) * p[j] / sum;
    }
    Stream stream({7}, Purpose::mask, 0, 0);
    constexpr int draws = 200'000;
    double found = 0;
    for (int i = 0; i < draws; ++i) found += static_cast<double>(draw_own_dishes(stream, own));
    EXPECT_NEAR(found / draws, mean, 4.5 * std::sqrt((square - mean * mean) / draws));
  }
}

TEST(Slice, HasTheDensityOfEachKindOfInterval) {
  // Beta(2.5, 1.5) on all of (0, 1); an exponential cut off at 2; both with steps too short and too long.
  const auto check = [](Interval within, auto log_density, double mean, double variance) {
    for (const double width : {0.05, 0.5, 20.0}) {
      Stream stream({8}, Purpose::hyper, 0, static_cast<std::uint64_t>(width * 100));
      BatchMeans first(50, 4000), second(50, 4000);
      double x = (within.least + within.most) / 2;
      for (int i = 0; i < 200'000; ++i) {
        x = draw_by_slice(stream, x, width, within, log_density);
        ASSERT_TRUE(x > within.least && x < within.most);
        first.add(x);
        second.add((x - mean) * (x - mean));
      }
      EXPECT_LT(std::abs(first.estimate().mean - mean) / first.estimate().error, z_limit) << width;
      EXPECT_LT(std::abs(second.estimate().mean - variance) / second.estimate().error, z_limit) << width;
    }
  };
  check(
      {0, 1}, [](double x) { return 1.5 * std::log(x) + 0.5 * std::log1p(-x); }, 2.5 / 4,
      2.5 * 1.5 / (16 * 5));
  const double all = 1 - std::exp(-2), mean = 1 - 2 * std::exp(-2) / all;
  const double square = 2 - (4 * std::exp(-2) + 4 * std::exp(-2)) / all;
  check(
      {0, 2}, [](double x) { return -x; }, mean, square - mean * mean);
}

}  // namespace
}  // namespace themata::testing
