#include "themata/models/dmm/simulate.hpp"

#include "themata/random/distributions.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/sticks.hpp"

namespace themata::dmm {

namespace {

using simulate::Mixture;
using simulate::open;
using simulate::preset;
using simulate::required;
using O = SimulateOptions;

Mixture of_weights(std::vector<double> weights, const SimulateOptions& options, Key key, Pool& pool) {
  constexpr double concentration = 1;  // a document's one topic is drawn from the weights alone
  Mixture mixture = simulate::with_weights(std::move(weights), concentration, *options.types);
  mixture.in_document = 1;
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_finite(const SimulateOptions& options, Key key, Pool& pool) {
  std::vector<double> weights(*options.topics, *options.alpha);
  Stream stream = simulate::part_stream(key, simulate::Part::weights, 0);
  draw_dirichlet(stream, weights);
  return of_weights(std::move(weights), options, key, pool);
}

/// Copies alpha, the concentration over the corpus, to gamma, which the stick functions read.
SimulateOptions with_sticks(SimulateOptions options) {
  options.gamma = options.alpha;
  return options;
}

void check_process(const SimulateOptions& options) { simulate::check_sticks(with_sticks(options)); }

Mixture draw_process(const SimulateOptions& options, Key key, Pool& pool) {
  return of_weights(simulate::draw_sticks(with_sticks(options), key), options, key, pool);
}

}  // namespace

const simulate::Simulation& simulation() {
  static const simulate::Simulation instance{
      .options = {"dmm",
                  simulate::model_uses({required(&O::types), preset(&O::topics, 20),
                                        preset(&O::alpha, 1, "prior weight of each topic in the corpus"),
                                        preset(&O::beta, 0.01)})},
      .draw = draw_finite};
  return instance;
}

const simulate::Simulation& process_simulation() {
  static const simulate::Simulation instance{
      .options = {"dp-dmm",
                  simulate::model_uses(
                      {required(&O::types),
                       open(&O::topics, "at most so many, the last takes what is left of the stick"),
                       preset(&O::alpha, 5, "concentration of the topics' weights"), preset(&O::beta, 0.01)}),
                  check_process},
      .draw = draw_process};
  return instance;
}

}  // namespace themata::dmm
