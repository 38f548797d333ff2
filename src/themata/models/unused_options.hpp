#pragma once

#include <string>
#include <vector>

#include "themata/models/options.hpp"

namespace themata {

/// An option that a person gave, and that has no effect beside the other options.
struct UnusedOption {
  std::string name, why;  ///< "it needs `sampler` ad-lda; `sampler` is collapsed"
};

/// By what the fields need (Field::needs). What nobody gave is not among them.
/// @param options  with the model's defaults
std::vector<UnusedOption> unused_options(const FitOptions& options);

/// @throws UsageError naming all of them
void refuse_unused(const FitOptions& options);

}  // namespace themata
