#include "themata/models/dmm/options.hpp"

#include "themata/models/option_fields.hpp"

namespace themata::dmm {

namespace {

std::vector<FieldOf<Options>> common_fields(std::string_view alpha) {
  return {
      weight_field<Options>({"alpha", alpha}, &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta),
      beta_weights_field<Options>(),
      learn_field<Options>({"alpha", "beta"},
                           "What to learn, separated by commas, or none (default: alpha,beta if not given)"),
      prior_field<Options>({"alpha-prior", "Gamma prior of a learned alpha: SHAPE,RATE"},
                           &Options::alpha_prior, {"alpha"}),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"}),
      sampler_field<Options>({"collapsed"}, "How documents' topics are drawn"),
  };
}

}  // namespace

const FieldTable<Options>& option_table(Form form) {
  static const FieldTable<Options> finite(
      joined<Options>({{topics_field<Options>("Number of topics; some may end without documents")},
                       common_fields("Prior weight of EACH topic")}));
  static const FieldTable<Options> process(
      joined<Options>({{max_topics_field<Options>()}, common_fields("Concentration; larger: more topics")}));
  return form == Form::finite ? finite : process;
}

}  // namespace themata::dmm
