#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "themata/random/stream.hpp"

namespace themata::seating {

/// A Chinese restaurant with a discount (Teh 2006, section 3). With T tables of c_1, ..., c_T customers, the
/// next customer sits down at table t with weight c_t - discount, and at a new table with weight
/// concentration + discount T. With discount 0 this is the Dirichlet process. The discount is in [0, 1), the
/// concentration above minus the discount.
struct PitmanYor {
  double concentration = 1, discount = 0;

  /// Weight of a new table. Without tables any positive number is valid, since a new table is certain.
  double of_new(std::int64_t tables) const {
    return tables == 0 ? 1 : concentration + discount * static_cast<double>(tables);
  }
};

/// A topic of a document, given the seating and the topics' global weights.
struct ServedTopic {
  double tokens, tables;  ///< m_dk, l_dk
  double weight;          ///< Psi_k
};
/// E(theta_dk | tables, Psi) =
///   (m_dk - discount l_dk + (concentration + discount l_d) Psi_k) / (N_d + concentration).
/// @param in_document  N_d and l_d
double expected_share(const PitmanYor& process, const ServedTopic& topic,
                      const std::array<double, 2>& in_document);

// The probability of a seating, of N customers at T tables, is the product of two parts:
//   prod_{i=1}^{T-1} (concentration + i discount)  Gamma(concentration + 1) / Gamma(concentration + N)   and
//   prod_t  Gamma(c_t - discount) / Gamma(1 - discount).

/// log of the first part; 0 without customers.
double log_of_tables(const PitmanYor& process, std::int64_t tables, std::int64_t customers);
/// log of one factor of the second part. @param customers  at least 1
double log_of_table(const PitmanYor& process, std::int64_t customers);

/// Sufficient statistics of the auxiliary variables, summed over the restaurants with these parameters
/// (docs/theory/franchise.md). Given them, the concentration's likelihood is proportional to x^tables e^(x
/// log_shares), and the discount's to d^discounted (1 - d)^kept.
struct Auxiliaries {
  double tables = 0;      ///< sum of y
  double discounted = 0;  ///< sum of 1 - y
  double kept = 0;        ///< sum of 1 - z
  double log_shares = 0;  ///< sum of log x

  /// Draws the auxiliary variables of one restaurant and adds them. @param sizes  customers of each table,
  /// above 0
  void add(Stream& stream, const PitmanYor& process, std::span<const std::int64_t> sizes);
  void add(const Auxiliaries& other);
};

/// Posterior draw with prior concentration ~ Gamma(shape, rate); hence above 0.
double draw_concentration(Stream& stream, const Auxiliaries& auxiliaries, double shape, double rate);
/// Posterior draw with prior discount ~ Beta(a, b).
double draw_discount(Stream& stream, const Auxiliaries& auxiliaries, double a, double b);

}  // namespace themata::seating
