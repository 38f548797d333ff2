#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/report/budget.hpp"
#include "themata/report/facts.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_shares = 16'000;  ///< of all fields, groups and topics

/// The shares of one topic in every group.
json shares_json(const DrawSeries& series, const std::vector<double>& shown, std::size_t k,
                 std::size_t n_topics) {
  json groups = json::array();
  for (std::size_t cell = k; cell < shown.size(); cell += n_topics) {
    if (std::isnan(shown[cell])) {
      groups.push_back(nullptr);
      continue;
    }
    const auto interval = series.interval(cell);
    json row = json::array({rounded(interval ? interval->mean : shown[cell])});
    add_interval(row, interval);
    groups.push_back(std::move(row));
  }
  return groups;
}

}  // namespace

std::size_t field_topics(std::size_t n_topics, const std::vector<FieldGroups>& fields) {
  std::size_t groups = 0;
  for (const FieldGroups& field : fields) groups += field.n_groups();
  return groups == 0 ? n_topics : std::min(n_topics, std::max<std::size_t>(1, most_shares / groups));
}

json fields_json(const ReportSource& source, const std::vector<FieldGroups>& fields,
                 const KeptSummary& kept) {
  const std::size_t topics = field_topics(topic_budget(source).shown, fields);
  std::vector<std::size_t> numbers(source.n_topics());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  json result = json::array();
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const std::vector<double> shown = field_shares(fields[f], source.shares->counts(), numbers, topics);
    json shares = json::array();
    for (std::size_t k = 0; k < topics; ++k) shares.push_back(shares_json(kept.fields[f], shown, k, topics));
    result.push_back({{"field", fields[f].name},
                      {"kind", fields[f].kind},
                      {"groups", fields[f].labels},
                      {"documents", fields[f].documents},
                      {"tokens", fields[f].tokens},
                      {"topics", std::move(shares)}});
  }
  return result;
}

}  // namespace themata::report_parts
