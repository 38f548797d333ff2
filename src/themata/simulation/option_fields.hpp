#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "themata/options/field_table.hpp"
#include "themata/simulation/options.hpp"

// Fields that several simulations have, for aggregates that keep them under the usual names.
namespace themata::simulate {

/// Documents and word types have 32-bit numbers.
inline constexpr double most_numbered = 4294967294.0;
inline constexpr double largest_weight = 1e12;

/// The name of an option, and its help.
struct NamedHelp {
  std::string_view name, help;
};

/// `documents`, without a default. @param help  what they are
template <class Options>
FieldOf<Options> documents_field(std::string_view help) {
  return {{.name = "documents",
           .group = OptionGroup::corpus,
           .least = 1,
           .most = most_numbered,
           .help = help,
           .required = true},
          &Options::documents};
}

/// `types`, without a default.
template <class Options>
FieldOf<Options> types_field() {
  return {{.name = "types",
           .group = OptionGroup::corpus,
           .least = 1,
           .most = most_numbered,
           .help = "Number of word types, the size of the vocabulary",
           .required = true},
          &Options::types};
}

template <class Options>
FieldOf<Options> topics_field(std::string_view help) {
  return {{.name = "topics", .least = 1, .most = range::most_topics, .help = help}, &Options::topics};
}

/// A positive prior weight or concentration.
template <class Options>
FieldOf<Options> weight_field(NamedHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .least = range::above_zero,
           .most = largest_weight,
           .help = of.help},
          place};
}

/// `beta`, of models whose topics may have every word.
template <class Options>
FieldOf<Options> beta_field() {
  return weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta);
}

/// A discount of a Pitman-Yor or an Indian buffet process.
template <class Options>
FieldOf<Options> discount_field(NamedHelp of, double Options::*place) {
  return {{.name = of.name, .group = OptionGroup::priors, .most = range::below_one, .help = of.help}, place};
}

/// The concentration of a stick-breaking process, which breaks about 37,000 sticks at the end of its range.
template <class Options>
FieldOf<Options> sticks_field(NamedHelp of, double Options::*place) {
  return {{.name = of.name,
           .group = OptionGroup::priors,
           .least = range::above_zero,
           .most = 1000,
           .help = of.help},
          place};
}

/// `labels`, of documents whose labels are their topics.
template <class Options>
FieldOf<Options> labels_field() {
  return {{.name = "labels",
           .least = 1,
           .most = range::most_topics,
           .help = "Mean number of labels per document, at most `topics`"},
          &Options::labels};
}

template <class Options>
FieldOf<Options> length_field() {
  return {{.name = "length",
           .group = OptionGroup::corpus,
           .least = range::above_zero,
           .most = 1e9,
           .help = "Mean length of a document, in tokens"},
          &Options::length};
}

template <class Options>
FieldOf<Options> length_sd_field() {
  return {{.name = "length-sd",
           .group = OptionGroup::corpus,
           .most = 1e9,
           .help = "Standard deviation of log-normal lengths, in tokens; default: half the mean"},
          &Options::length_sd};
}

/// `seed` and `threads`.
template <class Options>
std::vector<FieldOf<Options>> run_fields() {
  constexpr auto group = OptionGroup::run;
  return {
      {{.name = "seed", .group = group, .most = range::most_whole, .help = "Seed of the random numbers"},
       &Options::seed},
      {{.name = "threads",
        .group = group,
        .most = 1024,
        .help = "Number of threads; the result does not depend on it; 0: all cores"},
       &Options::threads},
  };
}

/// `seed`, `threads` and `lengths`, which end the table of a corpus.
template <class Options>
std::vector<FieldOf<Options>> last_fields() {
  return joined<Options>({run_fields<Options>(),
                          {{{.name = "lengths",
                             .group = OptionGroup::corpus,
                             .choices = {"poisson", "fixed", "log-normal"},
                             .help = "Distribution of the lengths of documents"},
                            &Options::lengths}}});
}

/// The table of a model's corpus. @param own  what only this model has
template <class Options>
std::vector<FieldOf<Options>> model_fields(const std::vector<FieldOf<Options>>& own) {
  return joined<Options>({{documents_field<Options>("Number of documents")},
                          own,
                          {length_field<Options>(), length_sd_field<Options>()},
                          last_fields<Options>()});
}

}  // namespace themata::simulate
