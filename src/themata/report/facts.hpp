#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "themata/evaluate/fit_quality.hpp"
#include "themata/report/documents.hpp"
#include "themata/report/kept_draws.hpp"
#include "themata/report/report_source.hpp"

namespace themata::report_parts {

nlohmann::json facts_json(const ReportSource& source, const DocumentChoice& choice,
                          const std::vector<FieldGroups>& fields, const KeptSummary& kept);
nlohmann::json charts_json(const ModelInfo& model);
nlohmann::json traces_json(const FitFolder& fit, std::size_t most_points);

nlohmann::json diagnosis_json(const ReportSource& source);

/// Nothing of a corpus that is too large to count its windows while somebody waits.
std::optional<FitQuality> quality_of(const ReportSource& source);
nlohmann::json quality_json(const std::optional<FitQuality>& quality);

/// How many topics fields have shares of, so that the page stays small.
std::size_t field_topics(std::size_t n_topics, const std::vector<FieldGroups>& fields);
nlohmann::json fields_json(const ReportSource& source, const std::vector<FieldGroups>& fields,
                           const KeptSummary& kept);

/// The shown chain beside another fit; null if there is none to compare with.
nlohmann::json comparison_json(const ReportSource& source);

}  // namespace themata::report_parts
