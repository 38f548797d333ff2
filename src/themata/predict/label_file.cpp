#include "themata/predict/label_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "themata/exports/shared.hpp"
#include "themata/io/json.hpp"
#include "themata/io/npz.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

/// A label in a line of the file.
struct Shown {
  std::uint16_t label;
  float probability;
  bool predicted;
};

/// The predicted labels and the most probable ones, most probable first.
std::vector<Shown> shown_of(std::span<const float> row, const LabelChoice& choice) {
  constexpr std::size_t most_probable = 5;
  const std::size_t predicted = choose_labels(row, choice).size();
  const auto order = choose_labels(row, {choice.threshold, std::max(predicted, most_probable)});
  std::vector<Shown> shown;
  shown.reserve(order.size());
  for (const std::uint16_t k : order) shown.push_back({k, row[k], shown.size() < predicted});
  return shown;
}

void write_tsv(const LabelTable& table, const LabelChoice& choice, OutputFile& file) {
  file.write("document\tid\tlabel\tprobability\tpredicted\n");
  for (std::size_t d = 0; d < table.ids.size(); ++d)
    for (const Shown& label : shown_of(table.row(d), choice))
      file.print("{}\t{}\t{}\t{:.6g}\t{}\n", d, one_line(table.ids[d]), one_line(table.names[label.label]),
                 label.probability, label.predicted ? 1 : 0);
}

void write_jsonl(const LabelTable& table, const LabelChoice& choice, OutputFile& file) {
  using nlohmann::ordered_json;
  for (std::size_t d = 0; d < table.ids.size(); ++d) {
    ordered_json labels = ordered_json::array();
    for (const Shown& label : shown_of(table.row(d), choice))
      labels.push_back({{"label", table.names[label.label]},
                        {"probability", label.probability},
                        {"predicted", label.predicted}});
    const ordered_json row = {{"document", d},
                              {"id", table.ids[d]},
                              {"tokens", table.tokens[d]},
                              {"unknown", table.unknown[d]},
                              {"labels", std::move(labels)}};
    file.print("{}\n", dump_json(row));
  }
}

void write_matrices(const LabelTable& table, const LabelChoice& choice, const Place& path) {
  const Shape matrix{table.ids.size(), table.names.size()};
  std::vector<std::uint8_t> predicted(table.probabilities.size());
  for (std::size_t d = 0; d < table.ids.size(); ++d)
    for (const std::uint16_t k : choose_labels(table.row(d), choice))
      predicted[d * table.names.size() + k] = 1;
  NpzWriter npz;
  npz.add("probability", std::span<const float>(table.probabilities), matrix);
  npz.add("predicted", std::span<const std::uint8_t>(predicted), matrix);
  npz.add("tokens", std::span<const std::uint32_t>(table.tokens), {table.tokens.size()});
  npz.add("unknown", std::span<const std::uint32_t>(table.unknown), {table.unknown.size()});
  write_lines(table.ids, path.with_ending(".ids.txt"));
  write_lines(table.names, path.with_ending(".labels.txt"));
  npz.write(path);
}

}  // namespace

void write_label_scores(const LabelScore& score, const Place& path) {
  OutputFile file(path);
  file.write("label\tdocuments\tpredicted\tright\tprecision\trecall\tF1\n");
  for (const LabelResult& label : score.of_labels) {
    const PrecisionRecall both{label.precision(), label.recall()};
    file.print("{}\t{}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", one_line(label.name), label.documents,
               label.predicted, label.hits, both.precision, both.recall, both.f1());
  }
  file.commit();
}

void write_labels(const LabelTable& table, const LabelChoice& choice, const Place& path, LabelFormat format) {
  if (format == LabelFormat::npz) return write_matrices(table, choice, path);
  OutputFile file(path);
  if (format == LabelFormat::tsv)
    write_tsv(table, choice, file);
  else
    write_jsonl(table, choice, file);
  file.commit();
}

}  // namespace themata
