#include "themata/simulate/similar_topics.hpp"

#include <array>

namespace themata::simulate {

namespace {

constexpr std::size_t n_topics = 5, n_types = 12;

/// The paper shows dots for probabilities; the numbers are our choice.
Mixture draw_similar_topics(const SimulateOptions&, Key, Pool&) {
  constexpr double high = .1225, low = .02;
  constexpr std::array<std::array<double, n_types>, n_topics> phi{
      {{high, low, high, high, high, high, high, high, high, 0, 0, 0},
       {low, high, high, high, high, high, high, high, high, 0, 0, 0},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .8, .15, .05},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .05, .8, .15},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .15, .05, .8}}};
  Mixture mixture = with_weights(std::vector<double>(n_topics, 1.0 / n_topics), 2, n_types);
  mixture.in_document = 2;
  for (std::size_t k = 0; k < n_topics; ++k) build_alias(phi[k], mixture.row(k));
  return mixture;
}

}  // namespace

const Simulation& similar_topics_simulation() {
  using O = SimulateOptions;
  static const Simulation instance{
      .options = {"similar-topics",
                  {preset(&O::documents, 100), fixed(&O::types, n_types), fixed(&O::topics, n_topics),
                   preset(&O::length, 50), open(&O::length_sd), preset(&O::seed, 1), preset(&O::threads, 0)}},
      .draw = draw_similar_topics,
      .lengths = "fixed"};
  return instance;
}

}  // namespace themata::simulate
