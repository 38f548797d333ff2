#pragma once

#include <cstddef>

#include "themata/predict/new_documents.hpp"

namespace themata {

/// How many documents have the words of a document of the fit, in any order, so that they are most likely the
/// same. Documents of few words may be equal by chance, so they are counted in the fit's own corpus only.
std::size_t seen_documents(const NewDocuments& documents, const CorpusFolder& of_fit);

}  // namespace themata
