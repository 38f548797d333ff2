#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "themata/evaluate/fit_quality.hpp"
#include "themata/report/documents.hpp"
#include "themata/report/kept_draws.hpp"
#include "themata/report/relations.hpp"
#include "themata/report/topic_words.hpp"

namespace themata::report_parts {

/// What is said of topics.
struct TopicFacts {
  ChosenWords words;
  TopicDocuments documents;
  std::vector<std::vector<Related>> nearest, correlated;  ///< of the largest topics
  std::vector<std::vector<std::uint32_t>> chains;         ///< none if there is one chain
  std::optional<FitQuality> quality;
};

/// @param words  numbers the word types that are mentioned
nlohmann::json topics_json(const ReportSource& source, const TopicFacts& facts, const DocumentChoice& choice,
                           const KeptSummary& kept, Mentions& words);

/// All that the page shows. @param draws  of the source
nlohmann::json report_data(const ReportSource& source, const KeptDraws& draws);

}  // namespace themata::report_parts
