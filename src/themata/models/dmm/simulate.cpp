#include "themata/models/dmm/simulate.hpp"

#include "themata/random/distributions.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"
#include "themata/simulation/sticks.hpp"

namespace themata::dmm {

namespace {

using simulate::Mixture;

/// A mixture whose documents have one topic each, and no words yet.
Mixture with_topic_weights(std::vector<double> weights, std::uint64_t types) {
  constexpr double concentration = 1;  // a document's one topic is drawn from the weights alone
  Mixture mixture = simulate::with_weights(std::move(weights), concentration, types);
  mixture.in_document = 1;
  return mixture;
}

Mixture draw_finite(const SimulationOptions& options, Key key, Pool& pool) {
  std::vector<double> weights(options.topics, options.alpha);
  Stream stream = simulate::part_stream(key, simulate::Part::weights, 0);
  draw_dirichlet(stream, weights);
  Mixture mixture = with_topic_weights(std::move(weights), options.types);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

Mixture draw_process(const ProcessSimulationOptions& options, Key key, Pool& pool) {
  const simulate::Sticks sticks{.concentration = options.alpha, .most = options.topics};
  Mixture mixture = with_topic_weights(simulate::draw_sticks(sticks, key), options.types);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

}  // namespace

const simulate::Simulation& simulation() {
  using O = SimulationOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "dmm", .title = "mixture for short texts, one topic per document"},
      simulate::model_fields<O>({
          simulate::types_field<O>(),
          simulate::topics_field<O>("Number of topics"),
          simulate::weight_field<O>({"alpha", "Prior weight of EACH topic in the corpus"}, &O::alpha),
          simulate::beta_field<O>(),
      }),
      {.draw = draw_finite});
  return instance;
}

const simulate::Simulation& process_simulation() {
  using O = ProcessSimulationOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "dp-dmm", .title = "the same as a Dirichlet process, with more topics in larger corpora"},
      simulate::model_fields<O>({
          simulate::types_field<O>(),
          simulate::topics_field<O>("Maximum number of topics; the last topic gets the remaining weight"),
          simulate::sticks_field<O>({"alpha", "Concentration of the topic weights; larger: more topics"},
                                    &O::alpha),
          simulate::beta_field<O>(),
      }),
      {.draw = draw_process});
  return instance;
}

}  // namespace themata::dmm
