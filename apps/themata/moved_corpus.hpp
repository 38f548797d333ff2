#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata::cli {

/// --corpus PATH, of a subcommand that opens fits.
void add_corpus(CLI::App& subcommand, std::string& corpus);

/// The fit, which reads its corpus there; where "" is given, it stays as it is.
/// @throws InputError (use_corpus)
FitFolder with_corpus(FitFolder fit, const std::string& corpus);
/// The same of several fits, which may have different corpora: of those whose corpus it is.
std::vector<FitFolder> with_corpus(std::vector<FitFolder> fits, const std::string& corpus);

}  // namespace themata::cli
