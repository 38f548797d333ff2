#pragma once

#include <string>

#include "themata/models/start_topics.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// The topics of a state file of MALLET (`--output-state`), compressed or not, with alpha and beta:
///     #doc source pos typeindex type topic
///     #alpha : a1 a2 ...
///     #beta : b
/// and a line per token, in the corpus's order. Documents are numbered from 0; those without tokens have no
/// line. Words are compared as exports/mallet_state.cpp writes them.
/// @throws InputError with the line if anything else is in the file, or documents or words are not the
/// corpus's
StartTopics read_mallet_state(const std::string& path, const CorpusFolder& corpus);

}  // namespace themata
