#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "themata/predict/held_out.hpp"

namespace themata::cli {

/// What `themata evaluate FIT` is asked about documents that a fit has not seen.
struct HeldOutCommand {
  std::string corpus;       ///< --held-out
  std::uint64_t folds = 0;  ///< --folds; 0 where it was not given
  std::string keep_folds, method = "completion", output, log = "auto";
  std::uint64_t threads = 0;
  HeldOutOptions options;

  bool is_asked() const { return !corpus.empty() || folds > 0; }
};

/// Declares the options of held-out evaluation on the subcommand, all but --chain, --burn-in and --format.
void add_held_out_options(CLI::App& subcommand, HeldOutCommand& command);

/// The fit that is asked, and what of it.
struct FitToScore {
  std::string folder;
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  std::string corpus = {};  ///< where its corpus now is, or ""
};

/// Scores held-out documents and prints the result. @param format  table or json
/// @throws UsageError where options do not go together
void run_held_out(const HeldOutCommand& command, const FitToScore& fit, const std::string& format);

}  // namespace themata::cli
