#pragma once

#include "themata/models/dmm/model.hpp"
#include "themata/models/mixture_options.hpp"

namespace themata::dmm {

/// Options of the Dirichlet-multinomial mixture, of K topics and as a Dirichlet process.
struct Options {
  std::string sampler = "collapsed";
  std::uint64_t topics = 100;        ///< of the finite form
  std::uint64_t max_topics = 65535;  ///< of the process
  double alpha = 0.1, beta = 0.01;
  GammaPrior alpha_prior, beta_prior;  ///< where learned
  std::string beta_weights;            ///< a file; "" for none
  std::string learn;                   ///< some of alpha, beta, or none; "": those that are not given
};

const FieldTable<Options>& option_table(Form form);

}  // namespace themata::dmm
