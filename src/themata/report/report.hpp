#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// How much of a fit the report contains.
struct ReportLimits {
  std::size_t words = 30;      ///< words per topic, for each way to choose them
  std::size_t documents = 20;  ///< documents per topic
  std::size_t trace_points =
      400;  ///< points per chain; longer traces are thinned evenly, keeping the last point
};

/// Everything that the report's page shows:
///   facts      {"model", "status", "engine", "corpus", "chain", "sweep", "burn_in", "topics", "documents",
///              "empty", "types", "tokens", "options": {...}, "chains": [...]}
///   traces     [{"chain", "sweep": [...], "values": {"lp__": [...], "topics": [...], ...}}];
///              null for nan and infinity
///   vocabulary [[word, tokens], ...] the words used by topics; "words" below are indices into it
///   topics     [{"tokens", "documents", "words": [[word, count, frequency rank, exclusivity rank], ...],
///              "top": [[document, share, tokens], ...]}], ranks as in WordRanks
///   documents  [[id, length], ...] the documents used by topics
/// A topic's words contain its `limits.words` best by FREX for every exclusivity weight 0, .1, ..., 1, so
/// that the page can order them exactly.
nlohmann::json report_data(const ShownFit& shown, const ReportLimits& limits = {});

/// The page: one self-contained HTML document. Text of the corpus cannot break out of its data block.
std::string report_page(const nlohmann::json& data);

}  // namespace themata
