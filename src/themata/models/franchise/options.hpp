#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::franchise {

/// Options of the Chinese restaurant franchise: the hierarchical Dirichlet and Pitman-Yor processes.
struct Options : SplitMergeOptions, StartOptions {
  std::string sampler = "table-gibbs";
  std::uint64_t max_topics = 65535;
  double alpha = 0.1, document_discount = 0;  ///< of a document's tables
  double gamma = 1, discount = 0;             ///< of topics
  double beta = 0.01;
  GammaPrior alpha_prior, beta_prior, gamma_prior;  ///< where learned
  std::string beta_weights;                         ///< a file; "" for none
  std::string learn = "none";  ///< some of alpha, beta, gamma, discount, document-discount
  std::uint64_t restarts = 1;  ///< starts, of which the most probable is taken
};

const FieldTable<Options>& option_table();

/// What fields that are right by themselves rule out together. @throws UsageError
void check(const Options& options);

}  // namespace themata::franchise
