#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "themata/options/field_table.hpp"

namespace themata {

// Fields that several models have, for aggregates that keep them under the usual names.

/// What a hyperparameter is called, and what is to be said of it.
struct HyperHelp {
  std::string_view name, help;
};

/// `topics`, of a model that has so many.
template <class Options>
FieldOf<Options> topics_field(std::string_view help) {
  return {{.name = "topics", .least = 1, .most = range::most_topics, .help = help, .axis = true},
          &Options::topics};
}

template <class Options>
FieldOf<Options> start_field(std::string_view help) {
  return {{.name = "start", .choices = {"documents", "tokens"}, .help = help}, &Options::start};
}

/// `start-from` and `start-chain`, of a model whose chains can begin with given topics.
template <class Options>
std::vector<FieldOf<Options>> start_from_fields() {
  return {{{.name = "start-from",
            .help = "Fit folder, or state file of MALLET, whose topics the chains begin with",
            .single_fit = true},
           &Options::start_from},
          {{.name = "start-chain",
            .most = range::most_whole,
            .help = "`start-from` a fit: whose chain; 0: the one that `topics` shows",
            .single_fit = true},
           &Options::start_chain}};
}

/// `max-topics`, of a model that finds their number.
template <class Options>
FieldOf<Options> max_topics_field() {
  return {{.name = "max-topics",
           .least = 16,
           .most = range::most_topics,
           .help = "Exit code 4 above N topics; the chain is saved and can be resumed with more"},
          &Options::max_topics};
}

/// A positive hyperparameter.
template <class Options>
FieldOf<Options> weight_field(HyperHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .least = range::above_zero,
           .most = range::largest_prior,
           .help = of.help,
           .axis = true},
          place};
}

/// @param learned  of which one must be learned for the prior to be used
template <class Options>
FieldOf<Options> prior_field(HyperHelp of, GammaPrior Options::*place,
                             const std::vector<std::string_view>& learned) {
  return {{.name = of.name, .group = OptionGroup::priors, .help = of.help, .needs = {{"learn", learned}}},
          place};
}

inline constexpr std::string_view learned_if_asked =
    "What to learn, separated by commas, or none (default: none)";

template <class Options>
FieldOf<Options> learn_field(const std::vector<std::string_view>& choices, std::string_view help) {
  return {{.name = "learn", .group = OptionGroup::priors, .choices = choices, .help = help, .list = true},
          &Options::learn};
}

template <class Options>
FieldOf<Options> beta_weights_field() {
  return {{.name = "beta-weights",
           .group = OptionGroup::priors,
           .help = "File with a word, a tab and a number per line, which multiplies `beta`",
           .single_fit = true},
          &Options::beta_weights};
}

template <class Options>
FieldOf<Options> sampler_field(const std::vector<std::string_view>& samplers, std::string_view help) {
  return {{.name = "sampler",
           .group = OptionGroup::sampler,
           .choices = samplers,
           .help = help,
           .chooses_sampler = true},
          &Options::sampler};
}

/// z, phi, pi, pi-prior.
template <class Options>
std::vector<FieldOf<Options>> phi_fields() {
  constexpr auto group = OptionGroup::sampler;
  return {
      {{.name = "z",
        .group = group,
        .choices = {"dense", "sparse", "doubly-sparse", "light", "auto"},
        .help = "partially-collapsed: how topics are drawn given Phi; ad-lda: light, as light-collapsed",
        .chooses_sampler = true},
       &Options::z},
      {{.name = "phi",
        .group = group,
        .choices = {"dirichlet", "polya-urn", "spike-slab"},
        .help = "partially-collapsed: how Phi is drawn; polya-urn: APPROXIMATE",
        .chooses_sampler = true},
       &Options::phi},
      {{.name = "pi",
        .group = group,
        .least = range::above_zero,
        .most = range::below_one,
        .help = "`phi` spike-slab: probability that a word type is switched on in a topic",
        .needs = {{"phi", {"spike-slab"}}}},
       &Options::pi},
      {{.name = "pi-prior",
        .group = group,
        .help = "Beta prior of a learned pi: A,B",
        .needs = {{"learn", {"pi", "topic-pi"}}}},
       &Options::pi_prior},
  };
}

/// z, phi, pi, pi-prior, blocks, partitions, mh-steps.
template <class Options>
std::vector<FieldOf<Options>> token_fields() {
  constexpr auto group = OptionGroup::sampler;
  std::vector<FieldOf<Options>> fields = phi_fields<Options>();
  const std::vector<FieldOf<Options>> of_work = {
      {{.name = "blocks",
        .group = group,
        .most = 1024,
        .help = "block-collapsed, partially-collapsed: blocks of the vocabulary; 0: from the corpus",
        .needs = {{"sampler", {"block-collapsed", "partially-collapsed"}}}},
       &Options::blocks},
      {{.name = "partitions",
        .group = group,
        .least = 1,
        .most = 1024,
        .help = "ad-lda: number of parts of the documents drawn at once; APPROXIMATE above 1",
        .single_fit = true,
        .chooses_sampler = true,
        .needs = {{"sampler", {"ad-lda"}}}},
       &Options::partitions},
      {{.name = "mh-steps",
        .group = group,
        .least = 1,
        .most = 1024,
        .help = "`z` light, light-collapsed: number of topics proposed per token, by word and document",
        .chooses_sampler = true,
        .needs = {{"z", {"light"}}, {"sampler", {"light-collapsed"}}}},
       &Options::mh_steps},
  };
  fields.insert(fields.end(), of_work.begin(), of_work.end());
  return fields;
}

template <class Options>
std::vector<FieldOf<Options>> split_merge_fields() {
  constexpr auto group = OptionGroup::tables;
  return {
      {{.name = "split-merge",
        .group = group,
        .most = 1'000'000,
        .help = "Number of proposals per sweep to split a topic or to merge two",
        .chooses_sampler = true},
       &Options::split_merge},
      {{.name = "split-merge-sweeps",
        .group = group,
        .most = range::most_whole,
        .help = "Only the first N sweeps make such proposals; 0: all sweeps",
        .needs = {{"split-merge"}}},
       &Options::split_merge_sweeps},
      {{.name = "split-merge-tables",
        .group = group,
        .choices = {"uniform", "by-size", "similar"},
        .help = "How the two first tables of a proposal are drawn",
        .chooses_sampler = true,
        .needs = {{"split-merge"}}},
       &Options::split_merge_tables},
      {{.name = "split-merge-allocation",
        .group = group,
        .choices = {"sequential", "parallel"},
        .help = "Tables are split one after the other, or all at once on all threads",
        .chooses_sampler = true,
        .needs = {{"split-merge"}}},
       &Options::split_merge_allocation},
      {{.name = "split-merge-scans",
        .group = group,
        .most = 1000,
        .help = "Gibbs scans before the scan that proposes; 0: split in one pass",
        .chooses_sampler = true,
        .needs = {{"split-merge"}}},
       &Options::split_merge_scans},
  };
}

}  // namespace themata
