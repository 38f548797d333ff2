#include "themata/models/draw_arrays.hpp"

#include <algorithm>
#include <numeric>

namespace themata {

void save(NpzWriter& npz, const CommonArrays& arrays) {
  npz.add("alpha", std::span<const double>(arrays.alpha), {arrays.alpha.size()});
  npz.add_scalar("beta", arrays.beta);
  npz.add_scalar("gamma", arrays.gamma);
  npz.add("psi", std::span<const double>(arrays.psi), {arrays.psi.size()});
}

CommonArrays read_common_arrays(const NpzReader& npz) {
  CommonArrays arrays;
  arrays.alpha = npz.read<double>("alpha");
  arrays.beta = npz.read_scalar<double>("beta");
  arrays.gamma = npz.read_scalar<double>("gamma");
  arrays.psi = npz.read<double>("psi");
  return arrays;
}

void add_to(Checksum& sum, const CommonArrays& arrays) {
  sum.add(std::span<const double>(arrays.alpha));
  sum.add(&arrays.beta, sizeof arrays.beta);
  sum.add(&arrays.gamma, sizeof arrays.gamma);
  sum.add(std::span<const double>(arrays.psi));
}

bool are_weights(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x) && x >= 0; });
}

std::optional<std::string> find_fault(const CommonArrays& arrays) {
  if (!arrays.psi.empty() && arrays.alpha.size() != 1) return "it has several alphas; expected one";
  if (!are_weights(arrays.psi)) return "psi has values that are negative or not finite";
  if (!std::isfinite(arrays.beta) || arrays.beta <= 0) return "beta is not above 0";
  return std::nullopt;
}

std::vector<double> in_order(const std::vector<double>& weights, const std::vector<std::uint16_t>& order) {
  std::vector<double> result;
  result.reserve(order.size());
  for (const std::uint16_t k : order) result.push_back(weights[k]);
  return result;
}

double beyond(const std::vector<double>& weights) {
  return std::max(0.0, 1 - std::accumulate(weights.begin(), weights.end(), 0.0));
}

std::vector<double> scaled(std::vector<double> weights, double factor) {
  for (double& weight : weights) weight *= factor;
  return weights;
}

}  // namespace themata
