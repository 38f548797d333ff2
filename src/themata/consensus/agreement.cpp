#include "themata/consensus/agreement.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>
#include <vector>

#include "themata/random/elementary.hpp"

namespace themata {

namespace {

std::vector<std::uint64_t> sizes_of(std::span<const std::uint32_t> parts) {
  std::vector<std::uint64_t> sizes;
  for (const std::uint32_t part : parts) {
    if (part >= sizes.size()) sizes.resize(std::size_t{part} + 1, 0);
    ++sizes[part];
  }
  std::erase(sizes, std::uint64_t{0});
  return sizes;
}

double entropy(const std::vector<std::uint64_t>& sizes, double n) {
  double sum = 0;
  for (const std::uint64_t size : sizes) {
    const double p = static_cast<double>(size) / n;
    sum -= p * portable_log(p);
  }
  return sum;
}

double mutual_information(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> cells;
  std::map<std::uint32_t, std::uint64_t> rows, columns;
  for (std::size_t i = 0; i < a.size(); ++i) ++cells[{a[i], b[i]}], ++rows[a[i]], ++columns[b[i]];
  const auto n = static_cast<double>(a.size());
  double sum = 0;
  for (const auto& [cell, count] : cells) {
    const auto both = static_cast<double>(count);
    sum += both / n *
           portable_log(both * n / static_cast<double>(rows[cell.first]) /
                        static_cast<double>(columns[cell.second]));
  }
  return sum;
}

/// ln k! for k = 0, ..., n.
std::vector<double> log_factorials(std::size_t n) {
  std::vector<double> logs(n + 1, 0);
  for (std::size_t k = 2; k <= n; ++k) logs[k] = logs[k - 1] + portable_log(static_cast<double>(k));
  return logs;
}

/// Of two parts of these sizes, sum over the hypergeometric number m of things in both of p(m) m/n ln(n m /
/// (r c)).
double expected_cell(std::uint64_t r, std::uint64_t c, std::uint64_t n, const std::vector<double>& logs) {
  const double all = logs[r] + logs[c] + logs[n - r] + logs[n - c] - logs[n];
  const auto total = static_cast<double>(n);
  double sum = 0;
  for (std::uint64_t m = std::max<std::uint64_t>(1, r + c > n ? r + c - n : 0); m <= std::min(r, c); ++m) {
    const double p = portable_exp(all - logs[m] - logs[r - m] - logs[c - m] - logs[n + m - r - c]);
    const auto both = static_cast<double>(m);
    sum += p * both / total * portable_log(total * both / static_cast<double>(r) / static_cast<double>(c));
  }
  return sum;
}

}  // namespace

PartitionAgreement agreement_of(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  assert(a.size() == b.size());
  const std::vector<std::uint64_t> rows = sizes_of(a), columns = sizes_of(b);
  if (rows.size() < 2 || columns.size() < 2) return {};
  const std::vector<double> logs = log_factorials(a.size());
  double expected = 0;
  for (const std::uint64_t r : rows)
    for (const std::uint64_t c : columns) expected += expected_cell(r, c, a.size(), logs);
  const auto n = static_cast<double>(a.size());
  const double most = (entropy(rows, n) + entropy(columns, n)) / 2;
  const double information = mutual_information(a, b) - expected;
  return {information, information / (most - expected)};
}

}  // namespace themata
