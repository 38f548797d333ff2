#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "themata/report/facts.hpp"
#include "themata/store/trace_file.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_traced_values = 24'000, least_points = 50;  ///< of all chains; of one

json picked(const std::vector<double>& values, const std::vector<std::size_t>& places) {
  json result = json::array();
  for (const std::size_t i : places) result.push_back(std::isfinite(values[i]) ? json(values[i]) : json());
  return result;
}

json trace_json(const Trace& trace, std::uint32_t chain, std::size_t most_points) {
  const std::vector<std::size_t> places = thinned(trace.n_rows(), most_points);
  json values = json::object();
  for (std::size_t i = 0; i < trace.names.size(); ++i)
    if (trace.names[i] != "sweep") values[trace.names[i]] = picked(trace.columns[i], places);
  const std::vector<double>& sweeps = trace.column("sweep");
  return {{"chain", chain},
          {"sweep", sweeps.empty() ? json::array() : picked(sweeps, places)},
          {"values", values}};
}

}  // namespace

std::vector<std::size_t> thinned(std::size_t n, std::size_t most) {
  std::vector<std::size_t> places;
  const std::size_t step = (n + most - 1) / std::max<std::size_t>(1, most);
  for (std::size_t i = 0; i < n; i += step) places.push_back(n - 1 - i);
  std::reverse(places.begin(), places.end());
  return places;
}

json traces_json(const FitFolder& fit, std::size_t most_points) {
  json traces = json::array();
  const std::vector<std::uint32_t> chains = fit.chains();
  for (const std::uint32_t chain : chains)
    if (const std::optional<Trace> trace = fit.trace(chain)) {
      const std::size_t share =
          most_traced_values / std::max<std::size_t>(1, chains.size() * trace->names.size());
      traces.push_back(trace_json(*trace, chain, std::min(most_points, std::max(least_points, share))));
    }
  return traces;
}

json charts_json(const ModelInfo& model) {
  json charts = json::array({{"word_part", "Log likelihood of the words"},
                             {"lp__", "Log posterior"},
                             {"topics", "Topics in use"},
                             {"topics.90", "Topics that hold 90% of the tokens"}});
  for (const Chart& chart : model.charts)
    charts.push_back({std::string(chart.column), std::string(chart.title)});
  return charts;
}

}  // namespace themata::report_parts
