#include "themata/models/franchise/simulate.hpp"

#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"
#include "themata/simulation/sticks.hpp"

namespace themata::franchise {

namespace {

simulate::Mixture draw_mixture(const SimulationOptions& options, Key key, Pool& pool) {
  const simulate::Sticks sticks{options.gamma, options.discount, options.topics};
  simulate::Mixture mixture =
      simulate::with_weights(simulate::draw_sticks(sticks, key), options.alpha, options.types);
  mixture.discount = options.document_discount;
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

}  // namespace

const simulate::Simulation& simulation() {
  using O = SimulationOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "franchise", .title = "hierarchical Pitman-Yor process"},
      simulate::model_fields<O>({
          simulate::types_field<O>(),
          simulate::topics_field<O>("Maximum number of topics; the last topic gets the remaining weight"),
          simulate::weight_field<O>({"alpha", "Concentration of a document's topics"}, &O::alpha),
          simulate::beta_field<O>(),
          simulate::sticks_field<O>({"gamma", "Global concentration; larger: more topics"}, &O::gamma),
          simulate::discount_field<O>({"discount", "Discount of the topic weights"}, &O::discount),
          simulate::discount_field<O>({"document-discount", "Discount within a document"},
                                      &O::document_discount),
      }),
      {.draw = franchise::draw_mixture});
  return instance;
}

}  // namespace themata::franchise
