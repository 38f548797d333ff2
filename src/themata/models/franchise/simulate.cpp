#include "themata/models/franchise/simulate.hpp"

#include "themata/simulation/sticks.hpp"

namespace themata::franchise {

namespace {

using simulate::preset;
using simulate::required;

simulate::Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool) {
  simulate::Mixture mixture =
      simulate::with_weights(simulate::draw_sticks(options, key), *options.alpha, *options.types);
  mixture.discount = *options.document_discount;
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

}  // namespace

const simulate::Simulation& simulation() {
  using O = SimulateOptions;
  static const simulate::Simulation instance{
      .options = {"franchise",
                  simulate::model_uses(
                      {required(&O::types),
                       preset(&O::topics, 1000, "at most so many, the last takes what is left of the stick"),
                       preset(&O::alpha, 1, "concentration of a document"), preset(&O::beta, 0.01),
                       preset(&O::gamma, 1, "global concentration, at most 1000; larger has more topics"),
                       preset(&O::discount, 0.25), preset(&O::document_discount, 0.25)}),
                  simulate::check_sticks},
      .draw = franchise::draw_mixture};
  return instance;
}

}  // namespace themata::franchise
