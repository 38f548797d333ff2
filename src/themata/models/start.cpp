#include "themata/models/start.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "themata/seating/seats.hpp"

namespace themata {

namespace {

bool is_weight(double x) { return x > 0 && x <= range::largest_prior; }
bool is_discount(double x) { return x >= 0 && x < 1; }
bool is_number(double x) { return std::abs(x) <= range::largest_prior; }

/// A hyperparameter's name, and what it can be. Concentrations may be below 0 where there is a discount.
struct KnownHyper {
  std::string_view name;
  bool (*holds)(double);
};
constexpr KnownHyper known_hypers[] = {{start_hyper::beta, is_weight},
                                       {start_hyper::document_concentration, is_number},
                                       {start_hyper::document_discount, is_discount},
                                       {start_hyper::topic_concentration, is_number},
                                       {start_hyper::topic_discount, is_discount},
                                       {start_hyper::weight_in_mask, is_weight},
                                       {start_hyper::beta_in_mask, is_weight},
                                       {start_hyper::eta, is_weight},
                                       {start_hyper::delta, is_number},
                                       {start_hyper::sigma, is_discount},
                                       {start_hyper::gamma_of_words, is_weight},
                                       {start_hyper::xi, is_number},
                                       {start_hyper::zeta, is_discount}};

std::optional<std::string> find_fault_of_hypers(const StartTopics& start) {
  for (const auto& [name, value] : start.hyperparameters) {
    const auto known = std::ranges::find(known_hypers, name, &KnownHyper::name);
    if (known == std::end(known_hypers)) return fmt::format("'{}' is no hyperparameter of a start", name);
    if (!known->holds(value)) return fmt::format("{} is {:g}", name, value);
  }
  return std::nullopt;
}

}  // namespace

StartTopics start_of(const Draw& draw) {
  StartTopics start;
  start.topics = draw.z;
  start.n_topics = draw.n_topics();
  draw.model->add_to_start(start);
  return start;
}

std::optional<std::string> find_fault(const StartTopics& start, const Corpus& corpus) {
  if (start.topics.size() != corpus.n_tokens())
    return fmt::format("it has topics of {} tokens; the corpus has {} tokens", start.topics.size(),
                       corpus.n_tokens());
  constexpr std::size_t most = 65535;
  if (start.n_topics == 0 || start.n_topics > most)
    return fmt::format("it has {} topics; expected 1 to {}", start.n_topics, most);
  const auto highest = std::ranges::max_element(start.topics);
  if (highest != start.topics.end() && *highest >= start.n_topics)
    return fmt::format("a token has topic {} of {} topics", *highest, start.n_topics);
  if (!start.weights.empty() && start.weights.size() != start.n_topics)
    return fmt::format("it has {} weights of {} topics", start.weights.size(), start.n_topics);
  if (!std::ranges::all_of(start.weights, is_weight))
    return "a weight is not a number above 0, up to 1000000";
  if (!start.seats.empty() && start.seats.size() != start.topics.size())
    return fmt::format("it has {} seats for {} tokens", start.seats.size(), start.topics.size());
  if (!start.seats.empty())
    if (auto fault = seating::find_fault(start.seats, start.topics, corpus)) return fault;
  return find_fault_of_hypers(start);
}

std::vector<std::string> start_hyper_names() {
  std::vector<std::string> names;
  for (const KnownHyper& known : known_hypers) names.emplace_back(known.name);
  return names;
}

std::vector<double> topic_proportions(const StartTopics& start) {
  std::vector<double> proportions = start.weights;
  if (proportions.empty()) {
    proportions.assign(start.n_topics, 1.0);  // so that no topic has none
    for (const std::uint16_t k : start.topics) proportions[k] += 1;
  }
  const double sum = std::accumulate(proportions.begin(), proportions.end(), 0.0);
  for (double& p : proportions) p = std::max(p / sum, least_weight);
  const double again = std::accumulate(proportions.begin(), proportions.end(), 0.0);
  for (double& p : proportions) p /= again;
  return proportions;
}

double begin_at(const FitOptions& options, std::string_view option, const StartTopics& start,
                std::string_view meaning) {
  const auto found = start.hyperparameters.find(std::string(meaning));
  const double own = options.number(option);
  const bool is_default = std::get<double>(options.otherwise(option)) == own;
  const bool is_free = is_default && lists(options.text("learn"), option);
  return is_free && found != start.hyperparameters.end() && found->second > 0 ? found->second : own;
}

}  // namespace themata
