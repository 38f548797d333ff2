#include "themata/models/dmr/options.hpp"

#include <algorithm>

#include "themata/models/option_fields.hpp"

namespace themata::dmr {

namespace {

std::vector<FieldOf<Options>> topic_fields() {
  return {
      topics_field<Options>("Number of topics"),
      {{.name = "covariates", .help = "Metadata fields that topics' weights depend on, separated by commas"},
       &Options::covariates},
      {{.name = "factors", .help = "Those of `covariates` whose numbers are codes, so that each is a level"},
       &Options::factors},
      {{.name = "start-sweeps",
        .most = range::most_whole,
        .help = "First sweeps, which learn nothing (default: half the burn-in, at most 100)"},
       &Options::start_sweeps},
      start_field<Options>("One topic per document, or one random topic per token")};
}

std::vector<FieldOf<Options>> prior_fields() {
  return {
      weight_field<Options>(
          {"alpha", "Typical prior weight of EACH topic; exp of the intercepts' prior mean"},
          &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta),
      weight_field<Options>({"intercept-scale", "Prior scale of the intercepts' mean and of their spread"},
                            &Options::intercept_scale),
      weight_field<Options>(
          {"effect-scale", "Prior scale of an effect's mean over topics, and of its spread"},
          &Options::effect_scale),
      beta_weights_field<Options>(),
      learn_field<Options>({"beta"}, "Hyperparameters to learn, or none (default: beta if not given)"),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"}),
  };
}

std::vector<FieldOf<Options>> sampler_fields() {
  return {sampler_field<Options>({"block-collapsed", "collapsed"}, "How topics are drawn; both are exact"),
          {{.name = "blocks",
            .group = OptionGroup::sampler,
            .most = 1024,
            .help = "block-collapsed: number of blocks of the vocabulary; 0: from the corpus",
            .needs = {{"sampler", {"block-collapsed"}}}},
           &Options::blocks}};
}

}  // namespace

const FieldTable<Options>& option_table() {
  static const FieldTable<Options> table(
      joined<Options>({topic_fields(), start_from_fields<Options>(), prior_fields(), sampler_fields()}));
  return table;
}

Options with_defaults(Options options, std::uint64_t burn_in) {
  choose_sampler(options, "block-collapsed");
  constexpr std::uint64_t most_start = 100;  // sweeps, after which topics hardly separate further
  if (options.start_sweeps == automatic)
    options.start_sweeps = options.start_from.empty() ? std::min(burn_in / 2, most_start) : 0;
  return options;
}

}  // namespace themata::dmr
