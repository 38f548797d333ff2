#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/align/compare.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata::cli {

/// --corpus PATH, of a subcommand that opens fits.
void add_corpus(CLI::App& subcommand, std::string& corpus);

/// The fit, which reads its corpus there; where "" is given, it stays as it is.
/// @throws InputError (use_corpus)
FitFolder with_corpus(FitFolder fit, const std::string& corpus);
/// The same of several fits, which may have different corpora: of those whose corpus it is.
std::vector<FitFolder> with_corpus(std::vector<FitFolder> fits, const std::string& corpus);

/// The status of a fit. One that nobody writes any more does not run: its process was killed.
std::string status_now(const FitFolder& fit);

/// Says on standard error what the fit's verdict is, if it is not that it has settled, or that there is none
/// yet.
void warn_of_unsettled(const FitFolder& fit);
/// The same; of a settled fit, which topics cannot be told apart.
void warn_of_doubts(const FitFolder& fit);

/// A fit and what is shown of it, as options name them.
struct ChosenFit {
  std::string folder, corpus, names;  ///< where its corpus now is, and a file of topics' names, or ""
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
};
ShownFit open_chosen(const ChosenFit& fit);

/// Runs of several fits, with a warning for each that has not settled.
/// @param corpus  where their corpus now is, or "" @param chain  nothing for all
std::vector<RunChoice> open_runs(const std::vector<std::string>& fits, const std::string& corpus,
                                 std::optional<std::uint32_t> chain);

}  // namespace themata::cli
