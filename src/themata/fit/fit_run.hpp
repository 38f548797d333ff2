#pragma once

#include <nlohmann/json.hpp>

#include "themata/models/model.hpp"
#include "themata/run/watch.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

class Leader;

/// Everything that one run of a fit holds.
struct FitRun {
  Place path;
  CorpusFolder corpus;
  const ModelPlugin& model;
  FitOptions options;  ///< with_defaults
  RunOptions asked;    ///< `automatic` where something was left to the program
  GivenPriors given;
  nlohmann::json manifest;
  const FitWatch& watch;
  Leader* leader = nullptr;  ///< of several ranks

  void save_manifest();
};

/// What a manifest holds of the options that were left to the program, which a later run needs.
nlohmann::json asked_json(const RunOptions& asked);
/// Takes them back. @throws InputError naming `file`
void read_asked(RunOptions& options, const nlohmann::json& manifest, const std::string& file);

/// Runs the chains from where they are to the end of the fit, and writes its summaries and its verdict. What
/// a chain ran out of ends the fit as an interruption does if the watch wants to know of it.
/// @throws InputError; ResourceError
FitEnd run_fit(FitRun& run);

}  // namespace themata
