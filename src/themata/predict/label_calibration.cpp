#include "themata/predict/label_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/store/manifest.hpp"

namespace themata {

namespace {

using nlohmann::ordered_json;

constexpr const char* file_name = "label-calibration.json";

ordered_json to_json(const std::vector<ReliabilityRow>& rows) {
  ordered_json list = ordered_json::array();
  for (const ReliabilityRow& row : rows)
    list.push_back({{"pairs", row.pairs}, {"probability", row.probability}, {"right", row.right}});
  return list;
}

std::vector<ReliabilityRow> rows_from(const ordered_json& list) {
  std::vector<ReliabilityRow> rows;
  for (const ordered_json& row : list)
    rows.push_back({row.at("pairs").get<std::size_t>(), row.at("probability").get<double>(),
                    row.at("right").get<double>()});
  return rows;
}

ordered_json to_json(const LabelScore& score) {
  return {{"documents", score.documents},
          {"labels", score.labels},
          {"unknown_labels", score.unknown_labels},
          {"predictions", score.predictions},
          {"hits", score.hits},
          {"micro", {score.micro.precision, score.micro.recall}},
          {"macro", {score.macro.precision, score.macro.recall}}};
}

PrecisionRecall pair_from(const ordered_json& pair) {
  return {pair.at(0).get<double>(), pair.at(1).get<double>()};
}

LabelScore score_from(const ordered_json& json) {
  LabelScore score;
  score.documents = json.at("documents").get<std::size_t>();
  score.labels = json.at("labels").get<std::size_t>();
  score.unknown_labels = json.at("unknown_labels").get<std::size_t>();
  score.predictions = json.at("predictions").get<std::size_t>();
  score.hits = json.at("hits").get<std::size_t>();
  score.micro = pair_from(json.at("micro"));
  score.macro = pair_from(json.at("macro"));
  return score;
}

/// Some numbers from 0 to 1, none smaller than the one before.
bool are_rising(const std::vector<double>& numbers) {
  return !numbers.empty() && numbers.front() >= 0 && numbers.back() <= 1 && std::ranges::is_sorted(numbers) &&
         std::ranges::none_of(numbers, [](double x) { return std::isnan(x); });
}

/// Whether there are enough labels to tell what probabilities are worth.
bool are_enough(const std::vector<ReliabilityRow>& rows) {
  constexpr std::size_t fewest_pairs = 500;
  constexpr double fewest_right = 50;
  std::size_t pairs = 0;
  double right = 0;
  for (const ReliabilityRow& row : rows) {
    pairs += row.pairs;
    right += row.right * static_cast<double>(row.pairs);
  }
  return pairs >= fewest_pairs && right >= fewest_right - 0.5;
}

}  // namespace

LabelCalibration calibration_by(std::vector<LabeledRows> rows, std::uint64_t folds, std::size_t at_least) {
  LabelCalibration made;
  LabelCalibrated& found = made.found.emplace();
  found.folds = folds;
  found.before = reliability(rows);
  found.mapped = are_enough(found.before);
  if (found.mapped) made.map = LabelMap(rows);
  for (LabeledRows& part : rows) made.map.apply(part.probabilities);
  found.after = reliability(rows);
  made.threshold = found.threshold = best_threshold(rows, at_least);
  found.score = score_labels(rows, {made.threshold, at_least});
  found.score.of_labels.clear();
  return made;
}

CalibrationKey key_of(const FitFolder& fit, const LabelOptions& options, LabelMethod method,
                      const FitDraws& draws) {
  ordered_json sweeps = ordered_json::array();
  for (std::size_t s = 0; s < draws.size(); ++s) sweeps.push_back(draws.sweep(s));
  ordered_json done = ordered_json::array();
  for (const nlohmann::json& chain : fit.manifest.at("chains"))
    done.push_back(chain.value("sweep", std::uint64_t{0}));
  return {{"engine", fit.manifest.value("engine", "")},
          {"method", name_of(method)},
          {"folds", options.folds.value_or(usual_folds)},
          {"sweeps", options.length.sweeps},
          {"skip", options.length.skip},
          {"at_least", options.at_least},
          {"seed", options.seed},
          {"draws", sweeps},
          {"fit_sweeps", done}};
}

std::optional<LabelCalibration> kept_calibration(const FitFolder& fit, const CalibrationKey& key) {
  const Place file = fit.path / file_name;
  try {
    if (!exists(file)) return std::nullopt;
    const auto json = parse_json<ordered_json>(read_text(file));
    check_own_checksum(nlohmann::json(json), file);
    if (json.at("key") != key) return std::nullopt;
    const ordered_json& of = json.at("calibration");
    const auto at = json.at("at").get<std::vector<double>>(),
               worth = json.at("worth").get<std::vector<double>>();
    const auto threshold = json.at("threshold").get<double>();
    if (!are_rising(at) || !are_rising(worth) || at.size() != worth.size() ||
        !(threshold >= 0 && threshold <= 2))
      return std::nullopt;
    return LabelCalibration{
        {at, worth},
        threshold,
        LabelCalibrated{true, threshold, of.at("folds").get<std::uint64_t>(), score_from(of.at("score")),
                        rows_from(of.at("before")), rows_from(of.at("after"))}};
  } catch (const ordered_json::exception&) {  // it is made again
    return std::nullopt;
  } catch (const Error&) {  // not a file, or damaged
    return std::nullopt;
  }
}

void keep_calibration(const FitFolder& fit, const CalibrationKey& key, const LabelCalibration& calibration) {
  const LabelCalibrated& found = calibration.found.value();
  const ordered_json json = {{"format", "themata-label-calibration"},
                             {"key", key},
                             {"at", calibration.map.at()},
                             {"worth", calibration.map.worth()},
                             {"threshold", calibration.threshold},
                             {"calibration",
                              {{"folds", found.folds},
                               {"score", to_json(found.score)},
                               {"before", to_json(found.before)},
                               {"after", to_json(found.after)}}}};
  try {
    write_file_atomically(fit.path / file_name, with_own_checksum(json));
  } catch (const ResourceError&) {  // a folder that is only read: the next call takes as long as this one
  }
}

}  // namespace themata
