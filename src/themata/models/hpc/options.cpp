#include "themata/models/hpc/options.hpp"

#include "themata/models/option_fields.hpp"

namespace themata::hpc {

namespace {

FieldOf<Options> sampler() {
  return sampler_field<Options>({"split", "hmc"},
                                "Log rates drawn exactly, or by Hamiltonian Monte Carlo as in the paper");
}

}  // namespace

const FieldTable<Options>& option_table() {
  FieldOf<Options> topics = topics_field<Options>("Number of topics: the labels");
  topics.field.from_corpus = true;
  static const FieldTable<Options> table(
      {topics,
       {{.name = "unlabeled",
         .choices = {"refuse", "set-aside"},
         .help = "Documents without labels are an error, or are set aside in FIT/set-aside",
         .single_fit = true},
        &Options::unlabeled},
       {{.name = "affinity",
         .choices = {"independent", "correlated"},
         .help = "Affinities of a document to labels: independent, or with any covariance",
         .chooses_sampler = true},
        &Options::affinity},
       sampler()});
  return table;
}

const FieldTable<Options>& pcm_option_table() {
  static const FieldTable<Options> table({topics_field<Options>("Number of topics"), sampler()});
  return table;
}

}  // namespace themata::hpc
