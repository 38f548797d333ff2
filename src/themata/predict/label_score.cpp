#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "themata/predict/labels.hpp"

namespace themata {

namespace {

std::size_t n_true(const TrueLabels& truth) { return truth.labels.size() + truth.unknown_labels.size(); }

double quotient(std::size_t part, std::size_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// Counts for one label.
struct LabelHits {
  std::size_t documents = 0, predicted = 0, hits = 0;
};

/// A label of a document that may be predicted.
struct Candidate {
  float probability;
  bool right;
};

}  // namespace

std::vector<std::uint16_t> choose_labels(std::span<const float> probabilities, const LabelChoice& choice) {
  std::vector<std::uint16_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::stable_sort(order, [&](auto a, auto b) { return probabilities[a] > probabilities[b]; });
  std::size_t n = std::min(choice.at_least, order.size());
  const auto threshold = static_cast<float>(choice.threshold);  // so that .7 is not below .7
  while (n < order.size() && probabilities[order[n]] >= threshold) ++n;
  order.resize(n);
  return order;
}

namespace {

/// Adds labels by descending probability; those that are always predicted are included from the start.
struct Predictions {
  std::vector<Candidate> candidates;  ///< not yet predicted
  std::size_t labels = 0, predictions = 0, hits = 0;

  double f1() const { return quotient(2 * hits, predictions + labels); }
  void predict(bool right) {
    ++predictions;
    hits += right ? 1 : 0;
  }
  void add_document(std::span<const float> probabilities, const TrueLabels& truth, std::size_t at_least) {
    labels += n_true(truth);
    const auto order = choose_labels(probabilities, {-1, at_least});
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool right = std::ranges::binary_search(truth.labels, order[i]);
      if (i < at_least)
        predict(right);
      else
        candidates.push_back({probabilities[order[i]], right});
    }
  }
};

}  // namespace

namespace {

void add_averages(LabelScore& score, const std::map<std::string, LabelHits>& of_label) {
  double n = 0;
  for (const auto& [name, label] : of_label) {
    score.predictions += label.predicted;
    score.hits += label.hits;
    score.of_labels.push_back({name, label.documents, label.predicted, label.hits});
    if (label.documents == 0) continue;
    ++n;
    score.macro.precision += quotient(label.hits, label.predicted);
    score.macro.recall += quotient(label.hits, label.documents);
  }
  score.micro = {quotient(score.hits, score.predictions), quotient(score.hits, score.labels)};
  if (n > 0) score.macro = {score.macro.precision / n, score.macro.recall / n};
  // By documents, the most first; the map has them by name.
  std::ranges::stable_sort(score.of_labels, std::greater<>(), &LabelResult::documents);
}

}  // namespace

LabelScore score_labels(std::span<const LabeledRows> rows, const LabelChoice& choice) {
  LabelScore score;
  std::map<std::string, LabelHits> of_label;
  for (const LabeledRows& part : rows)
    for (std::size_t d = 0; d < part.truth.size(); ++d) {
      const TrueLabels& truth = part.truth[d];
      if (n_true(truth) == 0) continue;
      ++score.documents;
      score.labels += n_true(truth);
      score.unknown_labels += truth.unknown_labels.size();
      for (const std::string& name : truth.unknown_labels) ++of_label[name].documents;
      for (const std::uint16_t k : truth.labels) ++of_label[part.names[k]].documents;
      for (const std::uint16_t k : choose_labels(part.row(d), choice)) {
        LabelHits& label = of_label[part.names[k]];
        ++label.predicted;
        label.hits += std::ranges::binary_search(truth.labels, k) ? 1 : 0;
      }
    }
  add_averages(score, of_label);
  return score;
}

std::vector<ReliabilityRow> reliability(std::span<const LabeledRows> rows) {
  constexpr std::size_t tenths = 10;
  std::vector<ReliabilityRow> found(tenths);
  for (const LabeledRows& part : rows)
    for (std::size_t d = 0; d < part.truth.size(); ++d) {
      if (n_true(part.truth[d]) == 0) continue;
      for (std::size_t k = 0; k < part.n_labels(); ++k) {
        const double p = part.row(d)[k];
        ReliabilityRow& row =
            found[std::min(static_cast<std::size_t>(std::max(p, 0.0) * tenths), tenths - 1)];
        ++row.pairs;
        row.probability += p;
        row.right += std::ranges::binary_search(part.truth[d].labels, k) ? 1 : 0;
      }
    }
  for (ReliabilityRow& row : found) {
    if (row.pairs == 0) continue;
    row.probability /= static_cast<double>(row.pairs);
    row.right /= static_cast<double>(row.pairs);
  }
  return found;
}

double best_threshold(std::span<const LabeledRows> rows, std::size_t at_least) {
  Predictions now;
  for (const LabeledRows& part : rows)
    for (std::size_t d = 0; d < part.truth.size(); ++d)
      if (n_true(part.truth[d]) > 0) now.add_document(part.row(d), part.truth[d], at_least);
  std::vector<Candidate>& candidates = now.candidates;
  std::ranges::stable_sort(candidates,
                           [](const auto& a, const auto& b) { return a.probability > b.probability; });
  double best = now.f1();
  double threshold = candidates.empty() ? 1 : std::nextafter(candidates.front().probability, 2.0F);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    now.predict(candidates[i].right);
    const bool is_last = i + 1 == candidates.size();
    if (!is_last && candidates[i + 1].probability == candidates[i].probability) continue;
    if (now.f1() <= best) continue;
    best = now.f1();
    const double next = is_last ? 0.0 : candidates[i + 1].probability;
    threshold = (candidates[i].probability + next) / 2;
    // Labels are compared as floats, and between neighbours there is none.
    if (!is_last && static_cast<float>(threshold) <= candidates[i + 1].probability)
      threshold = candidates[i].probability;
  }
  return threshold;
}

}  // namespace themata
