#include "themata/simulate/similar_topics.hpp"

#include <array>

#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::simulate {

namespace {

constexpr std::size_t n_topics = 5, n_types = 12;

/// The numbers of topics and word types are those of the paper. They are options so that manifests record
/// them.
struct SimilarTopicsOptions : CorpusOptions {
  SimilarTopicsOptions() {
    documents = 100;
    length = 50;
    lengths = "fixed";
  }
  std::uint64_t types = n_types, topics = n_topics;
};

/// The paper shows dots for probabilities; the numbers are our choice.
Mixture draw_similar_topics(const SimilarTopicsOptions&, Key, Pool&) {
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
  using O = SimilarTopicsOptions;
  static const SimulationOf<O, Simulation> instance(
      {.name = "similar-topics", .title = "two of five topics are alike: difficult for most samplers"},
      joined<O>({{{{.name = "documents",
                    .group = OptionGroup::corpus,
                    .least = 1,
                    .most = most_numbered,
                    .help = "Number of documents"},
                   &O::documents},
                  {{.name = "types",
                    .group = OptionGroup::corpus,
                    .least = n_types,
                    .most = n_types,
                    .help = "Number of word types; cannot be changed"},
                   &O::types},
                  {{.name = "topics",
                    .least = n_topics,
                    .most = n_topics,
                    .help = "Number of topics; cannot be changed"},
                   &O::topics},
                  length_field<O>(),
                  length_sd_field<O>()},
                 last_fields<O>()}),
      {.draw = draw_similar_topics});
  return instance;
}

}  // namespace themata::simulate
