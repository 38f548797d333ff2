#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"

namespace themata {

/// Arrays that the draw file of every model has in version 1 of the fit folder; of a model without such a
/// number 0 or none.
struct CommonArrays {
  std::vector<double> alpha;
  double beta = 0, gamma = 0;
  std::vector<double> psi;
};

void save(NpzWriter& npz, const CommonArrays& arrays);
CommonArrays read_common_arrays(const NpzReader& npz);
void add_to(Checksum& sum, const CommonArrays& arrays);

/// Whether all are finite and not negative.
bool are_weights(const std::vector<double>& values);
/// What is wrong with concentrations that every model of this kind has: alpha, psi and beta.
std::optional<std::string> find_fault(const CommonArrays& arrays);

/// Weights in a new order. @param order  the old number of each
std::vector<double> in_order(const std::vector<double>& weights, const std::vector<std::uint16_t>& order);

/// The sum to 1 that weights lack; 0 where rounding has brought them above it.
double beyond(const std::vector<double>& weights);
/// Every weight times a factor.
std::vector<double> scaled(std::vector<double> weights, double factor);

/// Lists one after the other, and where each begins (NAME_begin).
template <class T>
void add_lists(NpzWriter& npz, const std::string& name, const std::vector<std::vector<T>>& lists) {
  std::vector<std::uint64_t> begin{0};
  std::vector<T> all;
  for (const auto& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    begin.push_back(all.size());
  }
  npz.add(name + "_begin", std::span<const std::uint64_t>(begin), {begin.size()});
  npz.add(name, std::span<const T>(all), {all.size()});
}

/// @throws InputError naming `path`
template <class T>
std::vector<std::vector<T>> read_lists(const NpzReader& npz, const std::string& name,
                                       const std::string& path) {
  const auto begin = npz.read<std::uint64_t>(name + "_begin");
  const auto all = npz.read<T>(name);
  if (begin.empty() || begin.front() != 0 || begin.back() != all.size() || !std::ranges::is_sorted(begin))
    throw InputError(path, 0, fmt::format("is damaged: {}_begin does not cut {} into lists", name, name));
  std::vector<std::vector<T>> lists;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin[i]);
    lists.emplace_back(first, all.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]));
  }
  return lists;
}

}  // namespace themata
