#pragma once

#include <cstdint>
#include <span>

#include "themata/random/stream.hpp"

namespace themata {

/// One bin of an alias table (Walker 1977): n bins of equal mass, each shared by two items, so that a draw
/// reads one bin however many items there are.
struct AliasCell {
  std::uint32_t keep = 0;   ///< the bin gives its own item if 32 random bits are below this,
  std::uint32_t other = 0;  ///< else this one; its own index if the bin has one item
};

/// Fills n cells for the distribution proportional to n weights (Vose 1991). Each bin's division is rounded
/// to 2^-32 of the bin; an item of weight 0 is never drawn.
/// @param weights  0 or more, not all 0; as many as there are cells
void build_alias(std::span<const double> weights, std::span<AliasCell> cells);

/// Writes the probability of each item in draws from `cells`.
void alias_probabilities(std::span<const AliasCell> cells, std::span<double> probabilities);

/// The item that bin `bin` gives for 32 random bits.
inline std::uint32_t alias_item(const AliasCell& cell, std::uint32_t bin, std::uint32_t bits) {
  return bits < cell.keep ? bin : cell.other;
}

inline std::uint32_t draw_alias(Stream& stream, std::span<const AliasCell> cells) {
  const std::uint32_t bin = stream.below(static_cast<std::uint32_t>(cells.size()));
  return alias_item(cells[bin], bin, stream.bits());
}

}  // namespace themata
