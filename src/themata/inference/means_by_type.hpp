#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/topic_word_means.hpp"

namespace themata {

/// E(phi) of some word types, type by type, with K values each. @param types  all different
std::vector<double> means_by_type(const TopicWordMeans& means, std::span<const std::uint32_t> types,
                                  Pool& pool);

}  // namespace themata
