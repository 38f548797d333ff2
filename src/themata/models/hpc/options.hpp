#pragma once

#include "themata/options/field_table.hpp"

namespace themata::hpc {

/// Options of hierarchical Poisson convolution, with a tree of labels and without labels. It learns all its
/// hyperparameters.
struct Options {
  std::string sampler = "split";
  std::uint64_t topics = 100;            ///< with a tree: its nodes
  std::string affinity = "independent";  ///< or "correlated"
  std::string unlabeled = "refuse";      ///< what becomes of documents without labels
};

const FieldTable<Options>& option_table();
const FieldTable<Options>& pcm_option_table();

}  // namespace themata::hpc
