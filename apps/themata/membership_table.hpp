#pragma once

#include <string>

#include "themata/store/fit_folder.hpp"

namespace themata::cli {

/// Prints in how far the documents of a fit and of each of its labels are mixed, proportions of words being
/// means over the chain's kept draws. @param fit  of hpc  @param format  table, tsv or json
void print_memberships(const ShownFit& fit, const std::string& format);

}  // namespace themata::cli
