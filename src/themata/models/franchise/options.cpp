#include "themata/models/franchise/options.hpp"

#include <fmt/core.h>

#include "themata/io/error.hpp"
#include "themata/models/option_fields.hpp"

namespace themata::franchise {

namespace {

/// Its range depends on its discount (check_concentrations).
FieldOf<Options> concentration_field(HyperHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .least = -range::any,
           .most = range::any,
           .help = of.help,
           .axis = true},
          place};
}

FieldOf<Options> discount_field(HyperHelp of, double Options::*place) {
  return {{.name = of.name, .group = OptionGroup::priors, .most = range::below_one, .help = of.help}, place};
}

std::vector<FieldOf<Options>> prior_fields() {
  return {
      concentration_field({"alpha", "Concentration of a document's topics; larger: more topics per document"},
                          &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta),
      concentration_field({"gamma", "Global concentration; larger: more topics"}, &Options::gamma),
      discount_field({"discount", "Discount of topics; above 0 there are many rare topics, by a power law"},
                     &Options::discount),
      discount_field(
          {"document-discount", "Discount of a document's tables; above 0 documents have many rare topics"},
          &Options::document_discount),
      beta_weights_field<Options>(),
      learn_field<Options>({"alpha", "beta", "gamma", "discount", "document-discount"}, learned_if_asked),
      prior_field<Options>({"alpha-prior", "Gamma prior of a learned alpha: SHAPE,RATE"},
                           &Options::alpha_prior, {"alpha"}),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"}),
      prior_field<Options>({"gamma-prior", "Gamma prior of a learned gamma: SHAPE,RATE"},
                           &Options::gamma_prior, {"gamma"}),
  };
}

/// A concentration, and the discount that goes with it.
struct Pair {
  std::string_view concentration, discount;
  double concentration_value, discount_value;
};

/// A discount lets its concentration be below 0. A learned concentration has a Gamma prior, and a learned
/// discount may come near 0: with either it must be above 0.
void check_concentrations(const Options& options) {
  for (const Pair& pair : {Pair{"alpha", "document-discount", options.alpha, options.document_discount},
                           Pair{"gamma", "discount", options.gamma, options.discount}}) {
    const bool learned = lists(options.learn, pair.concentration) || lists(options.learn, pair.discount);
    const double least = learned ? 0 : -pair.discount_value;
    if (pair.concentration_value > least && pair.concentration_value <= range::largest_prior) continue;
    const std::string why = learned                   ? ", because it or its discount is learned"
                            : pair.discount_value > 0 ? fmt::format(" (minus `{}`)", pair.discount)
                                                      : "";
    throw UsageError(OptionFault{std::string(pair.concentration),
                                 fmt::format("{:g}", pair.concentration_value),
                                 fmt::format("a number above {:g}{}, up to {:.0f}", least == 0 ? 0.0 : least,
                                             why, range::largest_prior)});
  }
}

}  // namespace

const FieldTable<Options>& option_table() {
  static const FieldTable<Options> table(
      joined<Options>({{max_topics_field<Options>()},
                       start_from_fields<Options>(),
                       prior_fields(),
                       {sampler_field<Options>({"table-gibbs"}, "How tables and their topics are drawn"),
                        {{.name = "restarts",
                          .group = OptionGroup::sampler,
                          .least = 1,
                          .most = 10000,
                          .help = "Number of starts by sequential prediction; the most probable one is used"},
                         &Options::restarts}},
                       split_merge_fields<Options>()}));
  return table;
}

void check(const Options& options) { check_concentrations(options); }

}  // namespace themata::franchise
