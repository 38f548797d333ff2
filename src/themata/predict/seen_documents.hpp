#pragma once

#include <cstddef>

#include "themata/predict/new_documents.hpp"

namespace themata {

/// How many documents have the words of a document of the fit, in any order, so that they are most likely the
/// same. Documents of few words are not counted: they may be equal by chance.
std::size_t seen_documents(const NewDocuments& documents, const CorpusFolder& of_fit);

}  // namespace themata
