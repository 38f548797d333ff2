#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// How much of a fit the report holds.
struct ReportLimits {
  std::size_t words = 30;      ///< words a topic, for each way to choose them
  std::size_t documents = 20;  ///< documents a topic
  std::size_t trace_points =
      400;  ///< points a chain; longer traces are thinned evenly, their last point kept
};

/// Everything that the report's page shows:
///   facts      {"model", "status", "engine", "corpus", "chain", "sweep", "burn_in", "topics", "documents", "empty",
///              "types", "tokens", "options": {...}, "chains": [...]}
///   traces     [{"chain", "sweep": [...], "values": {"lp__": [...], "topics": [...], ...}}]; null for nan and infinity
///   vocabulary [[word, tokens], ...] the words that topics mention; "words" below point into it
///   topics     [{"tokens", "documents", "words": [[word, count, frequency rank, exclusivity rank], ...],
///              "top": [[document, share, tokens], ...]}], ranks as in WordRanks
///   documents  [[id, length], ...] the documents that topics mention
/// A topic's words hold its `limits.words` best by FREX for every exclusivity weight 0, .1, ..., 1: the page
/// orders them by itself, exactly.
nlohmann::json report_data(const ShownFit& shown, const ReportLimits& limits = {});

/// The page: one HTML document that needs nothing else. Text of the corpus cannot leave its data block.
std::string report_page(const nlohmann::json& data);

}  // namespace themata
