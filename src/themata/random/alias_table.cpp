#include "themata/random/alias_table.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace themata {

namespace {

constexpr double full = 0x1p32;

/// A part of a bin in units of 2^-32; below 1, since a whole bin needs no second item.
std::uint32_t in_bits(double share) {
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp(std::round(share * full), 0.0, most));
}

/// Items without bins yet: those smaller than a bin from the front, the others from the back.
class Waiting {
 public:
  explicit Waiting(std::span<const double> bins) : items_(bins.size()), back_(bins.size()) {
    for (std::size_t i = 0; i < bins.size(); ++i) put(static_cast<std::uint32_t>(i), bins[i]);
  }
  void put(std::uint32_t item, double bins) { (bins < 1 ? items_[front_++] : items_[--back_]) = item; }
  bool has_both() const { return front_ > 0 && back_ < items_.size(); }
  std::uint32_t take_small() { return items_[--front_]; }
  std::uint32_t take_large() { return items_[back_++]; }

 private:
  std::vector<std::uint32_t> items_;
  std::size_t front_ = 0, back_;
};

}  // namespace

void build_alias(std::span<const double> weights, std::span<AliasCell> cells) {
  assert(!weights.empty() && weights.size() == cells.size());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  assert(total > 0 && std::isfinite(total));
  std::vector<double> bins(weights.begin(), weights.end());
  for (double& each : bins) each *= static_cast<double>(bins.size()) / total;
  // Items left over when one kind runs out fill their bins up to rounding, and keep them.
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = {0, static_cast<std::uint32_t>(i)};
  Waiting waiting(bins);
  while (waiting.has_both()) {
    const std::uint32_t small = waiting.take_small();
    const std::uint32_t large = waiting.take_large();
    cells[small] = {in_bits(bins[small]), large};
    bins[large] -= 1 - bins[small];
    waiting.put(large, bins[large]);
  }
}

void alias_probabilities(std::span<const AliasCell> cells, std::span<double> probabilities) {
  assert(cells.size() == probabilities.size());
  const double bin = 1 / static_cast<double>(cells.size());
  std::fill(probabilities.begin(), probabilities.end(), 0.0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double kept = cells[i].keep / full;
    probabilities[i] += bin * kept;
    probabilities[cells[i].other] += bin * (1 - kept);
  }
}

}  // namespace themata
