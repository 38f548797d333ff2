#pragma once

#include <cstdint>

#include "themata/random/stream.hpp"

namespace themata::simulate {

/// What is drawn of a corpus; each part has streams of its own, so that none depends on how much another draws.
enum class Part : std::uint32_t { lengths = 0, tokens = 1, words = 2, weights = 3, masks = 4 };

/// @param entity  the document, topic or word type that is drawn for
inline Stream part_stream(Key key, Part part, std::uint64_t entity) {
  return {key, Purpose::data, static_cast<std::uint64_t>(part), entity};
}

}  // namespace themata::simulate
