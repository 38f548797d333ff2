#include "themata/models/icdp/options.hpp"

#include <fmt/core.h>

#include "themata/io/error.hpp"
#include "themata/models/option_fields.hpp"

namespace themata::icdp {

namespace {

bool has_topics(WhichMasks masks) { return masks != WhichMasks::words; }
bool has_words(WhichMasks masks) { return masks != WhichMasks::topics; }

/// Above minus the discount that goes with it (check).
FieldOf<Options> concentration_field(HyperHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .least = -range::below_one,
           .most = range::largest_prior,
           .help = of.help,
           .axis = true},
          place};
}

FieldOf<Options> discount_field(HyperHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .most = range::below_one,
           .help = of.help,
           .axis = true},
          place};
}

std::vector<FieldOf<Options>> common_fields() {
  return {
      weight_field<Options>({"alpha", "Prior weight of EACH topic that a document may use"}, &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word that a topic may have"}, &Options::beta),
  };
}

std::vector<FieldOf<Options>> fields_of_topics() {
  return {
      weight_field<Options>({"eta", "Mean number of topics that a document may use"}, &Options::eta),
      concentration_field({"delta", "Above minus `sigma`; larger: fewer documents share a topic"},
                          &Options::delta),
      discount_field({"sigma", "Above 0 there are many topics with few documents, by a power law"},
                     &Options::sigma),
  };
}

std::vector<FieldOf<Options>> fields_of_words() {
  return {
      weight_field<Options>({"gamma", "Mean number of words that a topic may have"}, &Options::gamma),
      concentration_field({"xi", "Above minus `zeta`; larger: fewer topics share a word"}, &Options::xi),
      discount_field({"zeta", "Above 0 there are many words with few topics, by a power law"},
                     &Options::zeta),
      {{.name = "vocabulary",
        .group = OptionGroup::priors,
        .choices = {"unbounded", "finite"},
        .help = "Topics may have words without tokens (unbounded), or only the corpus's words",
        .chooses_sampler = true},
       &Options::vocabulary},
  };
}

std::vector<std::string_view> learnable(WhichMasks masks) {
  std::vector<std::string_view> names{"alpha", "beta"};
  if (has_topics(masks)) names.insert(names.end(), {"eta", "delta", "sigma"});
  if (has_words(masks)) names.insert(names.end(), {"gamma", "xi", "zeta"});
  return names;
}

std::vector<FieldOf<Options>> learning_fields(WhichMasks masks) {
  std::vector<FieldOf<Options>> fields{
      learn_field<Options>(
          learnable(masks),
          "What to learn, separated by commas, or none (default: all but sigma, zeta, if not given)"),
      prior_field<Options>({"alpha-prior", "Gamma prior of a learned alpha: SHAPE,RATE"},
                           &Options::alpha_prior, {"alpha"}),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"})};
  if (has_topics(masks)) {
    fields.push_back(prior_field<Options>({"eta-prior", "Gamma prior of a learned eta: SHAPE,RATE"},
                                          &Options::eta_prior, {"eta"}));
    fields.push_back(prior_field<Options>({"delta-prior", "Gamma prior of delta plus sigma: SHAPE,RATE"},
                                          &Options::delta_prior, {"delta"}));
  }
  if (has_words(masks)) {
    fields.push_back(prior_field<Options>({"gamma-prior", "Gamma prior of a learned gamma: SHAPE,RATE"},
                                          &Options::gamma_prior, {"gamma"}));
    fields.push_back(prior_field<Options>({"xi-prior", "Gamma prior of xi plus zeta: SHAPE,RATE"},
                                          &Options::xi_prior, {"xi"}));
  }
  fields.push_back({{.name = "most-discount",
                     .group = OptionGroup::priors,
                     .least = range::above_zero,
                     .most = range::below_one,
                     .help = "Upper bound of a learned sigma or zeta",
                     .needs = {{"learn", {"sigma", "zeta"}}}},
                    &Options::most_discount});
  return fields;
}

std::vector<FieldOf<Options>> sampler_fields() {
  std::vector<FieldOf<Options>> fields{sampler_field<Options>({"block-collapsed", "collapsed"},
                                                              "In parallel, or the plain reference sampler")};
  for (FieldOf<Options>& field : token_fields<Options>())
    if (field.field.name == "blocks") {
      field.field.help = "block-collapsed: number of blocks of the vocabulary; 0: from the corpus";
      fields.push_back(std::move(field));
    }
  return fields;
}

std::vector<FieldOf<Options>> move_fields() {
  return {{{.name = "topic-moves",
            .group = OptionGroup::sampler,
            .most = range::most_whole,
            .help = "Every N sweeps, move a document's tokens of a topic together; 0: never (default: 1)",
            .chooses_sampler = true,
            .earlier = 0},
           &Options::topic_moves}};
}

std::vector<FieldOf<Options>> fields_of(WhichMasks masks) {
  std::vector<FieldOf<Options>> all =
      has_topics(masks)
          ? std::vector{topics_field<Options>("Number of topics at the start"), max_topics_field<Options>()}
          : std::vector{topics_field<Options>("Number of topics")};
  return joined<Options>({all, start_from_fields<Options>(), common_fields(),
                          has_topics(masks) ? fields_of_topics() : std::vector<FieldOf<Options>>{},
                          has_words(masks) ? fields_of_words() : std::vector<FieldOf<Options>>{},
                          learning_fields(masks), sampler_fields(),
                          has_topics(masks) ? move_fields() : std::vector<FieldOf<Options>>{}});
}

void check_concentration(std::string_view name, double value, std::string_view discount,
                         double discount_value) {
  if (value > -discount_value) return;
  throw UsageError(
      OptionFault{std::string(name), fmt::format("{:g}", value),
                  fmt::format("a number above {:g} (minus `{}`), up to {:.0f}",
                              discount_value > 0 ? -discount_value : 0.0, discount, range::largest_prior)});
}

void check_discount(const Options& options, std::string_view name, double value) {
  if (lists(options.learn, name) && !(value < options.most_discount))
    throw UsageError(OptionFault{
        std::string(name), fmt::format("{:g}", value),
        fmt::format("a number below {:g} (`most-discount`), because it is learned", options.most_discount)});
}

}  // namespace

const FieldTable<Options>& option_table(WhichMasks masks) {
  static const FieldTable<Options> topics(fields_of(WhichMasks::topics)), words(fields_of(WhichMasks::words)),
      both(fields_of(WhichMasks::both));
  return masks == WhichMasks::topics ? topics : masks == WhichMasks::words ? words : both;
}

Options defaults() {
  Options options;
  options.sampler = "block-collapsed";
  return options;
}

std::vector<std::string_view> usually_learned(WhichMasks masks) {
  std::vector<std::string_view> names{"alpha", "beta"};
  if (has_topics(masks)) names.insert(names.end(), {"eta", "delta"});
  if (has_words(masks)) names.insert(names.end(), {"gamma", "xi"});
  return names;
}

void complete(Options& options) {
  if (options.topic_moves == automatic) options.topic_moves = options.sampler == "collapsed" ? 0 : 1;
}

void check(const Options& options, WhichMasks masks) {
  if (has_topics(masks)) {
    check_concentration("delta", options.delta, "sigma", options.sigma);
    check_discount(options, "sigma", options.sigma);
  }
  if (has_words(masks)) {
    check_concentration("xi", options.xi, "zeta", options.zeta);
    check_discount(options, "zeta", options.zeta);
  }
}

}  // namespace themata::icdp
