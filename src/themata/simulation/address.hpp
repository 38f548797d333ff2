#pragma once

#include <cstdint>

#include "themata/random/stream.hpp"

namespace themata::simulate {

/// The parts of a corpus that are drawn. Each has its own streams, so that none depends on how much another
/// draws.
enum class Part : std::uint32_t { lengths = 0, tokens = 1, words = 2, weights = 3, masks = 4, metadata = 5 };

/// @param entity  the document, topic or word type to draw for
inline Stream part_stream(Key key, Part part, std::uint64_t entity) {
  return {key, Purpose::data, static_cast<std::uint64_t>(part), entity};
}

}  // namespace themata::simulate
