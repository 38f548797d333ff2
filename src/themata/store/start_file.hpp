#pragma once

#include <cstdint>
#include <memory>

#include "themata/io/place.hpp"
#include "themata/models/start_topics.hpp"

namespace themata {

class Corpus;

/// Where a fit folder keeps the topics that its chains begin with (`start-from`).
Place start_path(const Place& fit);
void write_start(const Place& path, const StartTopics& start);  ///< @throws ResourceError
/// @throws InputError if the file is damaged, not of the corpus, or has more topics than there may be
std::shared_ptr<const StartTopics> read_start(const Place& path, const Corpus& corpus,
                                              std::uint64_t most_topics);

}  // namespace themata
