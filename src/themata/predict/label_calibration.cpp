#include "themata/predict/label_calibration.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

using nlohmann::ordered_json;

constexpr const char* file_name = "label-calibration.json";

/// What a calibration by folds depends on, besides the fit's corpus and options, which never change.
ordered_json key_of(const FitFolder& fit, const LabelOptions& options, LabelMethod method) {
  return {{"engine", fit.manifest.value("engine", "")},
          {"method", name_of(method)},
          {"folds", options.folds},
          {"sweeps", options.length.sweeps},
          {"skip", options.length.skip},
          {"at_least", options.at_least},
          {"seed", options.seed},
          {"fit_sweeps", fit.manifest.at("options").value("sweeps", std::uint64_t{0})}};
}

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

}  // namespace

LabelCalibration calibration_by(std::vector<LabeledRows> rows, std::uint64_t folds, std::size_t at_least) {
  LabelCalibration made;
  LabelCalibrated& found = made.found.emplace();
  found.folds = folds;
  found.before = reliability(rows);
  made.map = LabelMap(rows);
  for (LabeledRows& part : rows) made.map.apply(part.probabilities);
  found.after = reliability(rows);
  made.threshold = best_threshold(rows, at_least);
  found.score = score_labels(rows, {made.threshold, at_least});
  return made;
}

std::optional<LabelCalibration> kept_calibration(const FitFolder& fit, const LabelOptions& options,
                                                 LabelMethod method) {
  const Place file = fit.path / file_name;
  if (!exists(file)) return std::nullopt;
  try {
    const ordered_json json = ordered_json::parse(read_text(file));
    if (json.at("key") != key_of(fit, options, method)) return std::nullopt;
    const ordered_json& of = json.at("calibration");
    if (json.at("at").size() != json.at("worth").size()) return std::nullopt;
    return LabelCalibration{
        {json.at("at").get<std::vector<double>>(), json.at("worth").get<std::vector<double>>()},
        json.at("threshold").get<double>(),
        LabelCalibrated{of.at("folds").get<std::uint64_t>(), score_from(of.at("score")),
                        rows_from(of.at("before")), rows_from(of.at("after"))}};
  } catch (const ordered_json::exception&) {  // it is made again
    return std::nullopt;
  }
}

void keep_calibration(const FitFolder& fit, const LabelOptions& options, LabelMethod method,
                      const LabelCalibration& calibration) {
  const LabelCalibrated& found = calibration.found.value();
  const ordered_json json = {{"format", "themata-label-calibration"},
                             {"key", key_of(fit, options, method)},
                             {"at", calibration.map.at()},
                             {"worth", calibration.map.worth()},
                             {"threshold", calibration.threshold},
                             {"calibration",
                              {{"folds", found.folds},
                               {"score", to_json(found.score)},
                               {"before", to_json(found.before)},
                               {"after", to_json(found.after)}}}};
  try {
    write_file_atomically(fit.path / file_name, json.dump(1) + "\n");
  } catch (const ResourceError&) {  // a folder that is only read: the next call takes as long as this one
  }
}

}  // namespace themata
