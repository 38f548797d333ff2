#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

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

LabelScore score_labels(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                        std::size_t n_labels, const LabelChoice& choice) {
  LabelScore score;
  std::vector<LabelHits> of_label(n_labels);
  std::set<std::string> unknown_labels;
  for (std::size_t d = 0; d < truth.size(); ++d) {
    if (n_true(truth[d]) == 0) continue;
    ++score.documents;
    score.labels += n_true(truth[d]);
    score.unknown_labels += truth[d].unknown_labels.size();
    unknown_labels.insert(truth[d].unknown_labels.begin(), truth[d].unknown_labels.end());
    for (const std::uint16_t k : truth[d].labels) ++of_label[k].documents;
    for (const std::uint16_t k :
         choose_labels(std::span(probabilities).subspan(d * n_labels, n_labels), choice)) {
      const bool hit = std::ranges::binary_search(truth[d].labels, k);
      ++of_label[k].predicted;
      of_label[k].hits += hit ? 1 : 0;
      ++score.predictions;
      score.hits += hit ? 1 : 0;
    }
  }
  score.micro = {quotient(score.hits, score.predictions), quotient(score.hits, score.labels)};
  auto n = static_cast<double>(unknown_labels.size());
  for (const LabelHits& label : of_label) {
    if (label.documents == 0) continue;
    ++n;
    score.macro.precision += quotient(label.hits, label.predicted);
    score.macro.recall += quotient(label.hits, label.documents);
  }
  if (n > 0) score.macro = {score.macro.precision / n, score.macro.recall / n};
  return score;
}

double best_threshold(const std::vector<float>& probabilities, const std::vector<TrueLabels>& truth,
                      std::size_t n_labels, std::size_t at_least) {
  Predictions now;
  for (std::size_t d = 0; d < truth.size(); ++d)
    if (n_true(truth[d]) > 0)
      now.add_document(std::span(probabilities).subspan(d * n_labels, n_labels), truth[d], at_least);
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
  }
  return threshold;
}

}  // namespace themata
