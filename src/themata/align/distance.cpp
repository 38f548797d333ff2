#include "themata/align/distance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "themata/random/elementary.hpp"

namespace themata {

namespace {

constexpr double rounding_of_squares = 1e-12;  ///< tolerance for a squared distance

double as_distance(double square) {
  return square < rounding_of_squares ? 0 : std::sqrt(std::min(1.0, square));
}

// With s_kv = sqrt(phi_kv) in the cells and r_k = sqrt(absent_k weight_v) elsewhere, s = r sqrt(weight) + d,
// where d is 0 outside the cells. So
//   sum_v s_kv t_jv = r_k t_j W + t_j sum_v d_kv sqrt(weight'_v) + r_k sum_v e_jv sqrt(weight_v)
//                     + sum_v d_kv e_jv,
// with W = sum_v sqrt(weight_v weight'_v): three sums for a single topic or set, and one over common cells.

/// d_kv of all cells, and the sums for single topics.
struct Roots {
  std::vector<double> d;      ///< by cell
  std::vector<double> r;      ///< sqrt(absent_k)
  std::vector<double> sum_d;  ///< sum_v d_kv sqrt(weight'_v), weight' of the other set
};

Roots roots_of(const TopicSet& set, const TopicSet& other) {
  Roots roots{std::vector<double>(set.phi.size()), {}, {}};
  for (std::size_t k = 0; k < set.n_topics(); ++k) {
    roots.r.push_back(std::sqrt(set.absent[k]));
    double sum = 0;
    for (std::size_t i = set.first[k]; i < set.first[k + 1]; ++i) {
      roots.d[i] = std::sqrt(set.phi[i]) - roots.r[k] * std::sqrt(set.weight(set.types[i]));
      sum += roots.d[i] * std::sqrt(other.weight(set.types[i]));
    }
    roots.sum_d.push_back(sum);
  }
  return roots;
}

/// The cells of a set by word type.
struct ByType {
  std::vector<std::size_t> first;     ///< V + 1
  std::vector<std::uint32_t> topics;  ///< ascending within a type
  std::vector<std::size_t> cells;     ///< position in the set
};

ByType by_type(const TopicSet& set) {
  ByType result{std::vector<std::size_t>(set.n_types + 1, 0), {}, {}};
  for (const std::uint32_t v : set.types) ++result.first[v + 1U];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  result.topics.resize(set.types.size());
  result.cells.resize(set.types.size());
  std::vector<std::size_t> next(result.first.begin(), result.first.end() - 1);
  for (std::size_t k = 0; k < set.n_topics(); ++k)
    for (std::size_t i = set.first[k]; i < set.first[k + 1]; ++i) {
      const std::size_t place = next[set.types[i]]++;
      result.topics[place] = static_cast<std::uint32_t>(k);
      result.cells[place] = i;
    }
  return result;
}

double sum_of_root_weights(const TopicSet& a, const TopicSet& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.n_types; ++v) sum += std::sqrt(a.weight(v) * b.weight(v));
  return sum;
}

CostMatrix hellinger(const TopicSet& a, const TopicSet& b, Pool& pool) {
  const Roots of_a = roots_of(a, b), of_b = roots_of(b, a);
  const ByType columns = by_type(b);
  const double weights = sum_of_root_weights(a, b);
  CostMatrix result(a.n_topics(), b.n_topics());
  pool.for_each(a.n_topics(), [&](std::size_t k) {
    const std::span<double> row = result.row(k);
    for (std::size_t i = a.first[k]; i < a.first[k + 1]; ++i)
      for (std::size_t c = columns.first[a.types[i]]; c < columns.first[a.types[i] + 1U]; ++c)
        row[columns.topics[c]] += of_a.d[i] * of_b.d[columns.cells[c]];
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double rest =
          of_a.r[k] * of_b.r[j] * weights + of_b.r[j] * of_a.sum_d[k] + of_a.r[k] * of_b.sum_d[j];
      row[j] = as_distance(1 - (row[j] + rest));
    }
  });
  return result;
}

/// One word type's term of JS. It is homogeneous of degree 1, so the sum over absent words is their total
/// weight times the term at weight 1.
double part(double p, double q) {
  const double middle = (p + q) / 2;
  const auto term = [middle](double x) { return x > 0 ? x * portable_log(x / middle) : 0; };
  return (term(p) + term(q)) / 2;
}

/// Reads a topic's cells in order.
class CellReader {
 public:
  CellReader(const TopicSet& set, std::size_t k)
      : set_(set), next_(set.first[k]), end_(set.first[k + 1]), absent_(set.absent[k]) {}

  /// The word type of the next cell; V at the end.
  std::size_t type() const { return next_ < end_ ? set_.types[next_] : set_.n_types; }
  /// phi of word type v, which must not be after the next cell's; consumes the cell if it has that type.
  double take(std::size_t v) { return type() == v ? set_.phi[next_++] : absent_ * set_.weight(v); }

 private:
  const TopicSet& set_;
  std::size_t next_, end_;
  double absent_;
};

/// @param total_weight  sum of the weights of all word types, the same in both sets
double jensen_shannon(CellReader a, CellReader b, const TopicSet& set, double rest_part,
                      double total_weight) {
  double sum = 0, rest = total_weight;
  for (std::size_t v = std::min(a.type(), b.type()); v < set.n_types; v = std::min(a.type(), b.type())) {
    const double p = a.take(v), q = b.take(v);
    sum += part(p, q);
    rest -= set.weight(v);
  }
  return (sum + std::max(0.0, rest) * rest_part) / std::numbers::ln2;
}

CostMatrix jensen_shannon(const TopicSet& a, const TopicSet& b, Pool& pool) {
  CostMatrix result(a.n_topics(), b.n_topics());
  double total_weight = 0;
  for (std::size_t v = 0; v < a.n_types; ++v) total_weight += a.weight(v);
  pool.for_each(a.n_topics(), [&](std::size_t k) {
    for (std::size_t j = 0; j < b.n_topics(); ++j) {
      const double rest_part = part(a.absent[k], b.absent[j]);
      result.row(k)[j] = as_distance(jensen_shannon({a, k}, {b, j}, a, rest_part, total_weight));
    }
  });
  return result;
}

}  // namespace

CostMatrix topic_distances(const TopicSet& a, const TopicSet& b, TopicDistance distance, Pool& pool) {
  assert(a.n_types == b.n_types);
  if (distance == TopicDistance::hellinger) return hellinger(a, b, pool);
  if (a.weights == b.weights) return jensen_shannon(a, b, pool);
  return jensen_shannon(with_all_cells(a), with_all_cells(b), pool);  // no weights needed
}

std::vector<double> nearest_others(const TopicSet& set, TopicDistance distance, Pool& pool) {
  const CostMatrix distances = topic_distances(set, set, distance, pool);
  std::vector<double> nearest(set.n_topics(), 1);
  for (std::size_t k = 0; k < nearest.size(); ++k)
    for (std::size_t j = 0; j < nearest.size(); ++j)
      if (j != k) nearest[k] = std::min(nearest[k], distances.row(k)[j]);
  return nearest;
}

}  // namespace themata
