#pragma once

#include <filesystem>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Whether a folder has the corpus of a fit. @throws InputError where it has no corpus
bool is_corpus_of(const FitFolder& fit, const std::filesystem::path& folder);

/// Lets a fit read its corpus in another folder, to which it was moved. Nothing is written.
/// @throws InputError where the folder has another corpus
void use_corpus(FitFolder& fit, const std::filesystem::path& folder);

}  // namespace themata
