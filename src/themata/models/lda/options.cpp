#include "themata/models/lda/options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/models/option_fields.hpp"

namespace themata::lda {

namespace {

std::vector<FieldOf<Options>> prior_fields(std::string_view learn_help) {
  constexpr auto group = OptionGroup::priors;
  return {
      weight_field<Options>({"alpha", "Prior weight of EACH topic in a document"}, &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta),
      {{.name = "alpha-weights",
        .group = group,
        .help = "File with one number per topic, which multiplies `alpha`",
        .single_fit = true},
       &Options::alpha_weights},
      beta_weights_field<Options>(),
      {{.name = "seeds",
        .group = group,
        .help = "File with one line of words per topic, which the prior then favors"},
       &Options::seeds},
      {{.name = "seed-weight",
        .group = group,
        .least = range::above_zero,
        .most = range::largest_prior,
        .help = "Pseudo-tokens of a seed word per token of that word in the corpus",
        .needs = {{"seeds"}}},
       &Options::seed_weight},
      learn_field<Options>({"alpha", "asymmetric-alpha", "beta", "pi", "topic-pi"}, learn_help),
      prior_field<Options>({"alpha-prior", "Gamma prior of a learned alpha: SHAPE,RATE"},
                           &Options::alpha_prior, {"alpha", "asymmetric-alpha"}),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"}),
  };
}

std::vector<FieldOf<Options>> sampler_fields() {
  return joined<Options>(
      {{sampler_field<Options>({"block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed",
                                "ad-lda", "light-collapsed"},
                               "How topics are drawn; ad-lda, light-collapsed: APPROXIMATE")},
       token_fields<Options>()});
}

}  // namespace

const FieldTable<Options>& option_table() {
  static const FieldTable<Options> table(joined<Options>(
      {{topics_field<Options>("Number of topics"),
        {{.name = "start-sweeps",
          .most = range::most_whole,
          .help = "First sweeps, which learn nothing (default: half the burn-in, at most 100)",
          .earlier = 0},
         &Options::start_sweeps},
        start_field<Options>("Without seeds: one topic per document, or one random topic per token")},
       start_from_fields<Options>(),
       prior_fields(
           "What to learn, separated by commas, or none (default: asymmetric-alpha,beta if not given)"),
       sampler_fields()}));
  return table;
}

const FieldTable<Options>& labeled_option_table() {
  FieldOf<Options> topics = topics_field<Options>("Number of topics: labels and background topics");
  topics.field.from_corpus = true;
  static const FieldTable<Options> table(joined<Options>(
      {{topics,
        {{.name = "background-topics",
          .most = 60000,
          .help = "Number of topics without a label, which every document may use",
          .single_fit = true},
         &Options::background_topics},
        start_field<Options>(
            "Decides nothing here: tokens begin in topics that the labels of their documents allow")},
       prior_fields(learned_if_asked),
       sampler_fields()}));
  return table;
}

Options with_defaults(Options options, std::uint64_t burn_in) {
  choose_sampler(options, "block-collapsed");
  if (options.learn.empty())
    options.learn = options.phi == "spike-slab" ? "asymmetric-alpha" : "asymmetric-alpha,beta";
  constexpr std::uint64_t most_start = 100;  // sweeps, after which topics hardly separate further
  const bool learns = options.learn != "none" && options.start_from.empty();
  if (options.start_sweeps == automatic)
    options.start_sweeps = learns ? std::min(burn_in / 2, most_start) : 0;
  return options;
}

void check(const Options& options) {
  check_sampler(options, options.learn);
  if (lists(options.learn, "alpha") && lists(options.learn, "asymmetric-alpha"))
    throw UsageError("`learn` has both alpha and asymmetric-alpha; expected one of them",
                     {"learn", options.learn, "one of alpha and asymmetric-alpha"});
  if (proposes_from_tables(options) && !options.seeds.empty())
    throw UsageError(fmt::format("`sampler` {}{} and `seeds` cannot be combined; choose an exact sampler",
                                 options.sampler, options.z.empty() ? "" : " with `z` light"));
  if (options.phi == "spike-slab" && !(options.beta_weights.empty() && options.seeds.empty()))
    throw UsageError("`phi` spike-slab cannot be combined with `beta-weights` or `seeds`");
}

}  // namespace themata::lda
