#pragma once

#include <vector>

#include "themata/corpus/phrases.hpp"
#include "themata/io/place.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// The phrases that the import of a corpus joined, the most frequent first; none if it joined none.
/// @throws InputError if the file is damaged
std::vector<Phrase> phrases_of(const nlohmann::json& manifest, const Place& folder);

}  // namespace themata
