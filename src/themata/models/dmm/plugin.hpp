#pragma once

#include "themata/models/dmm/model.hpp"
#include "themata/models/dmm/options.hpp"
#include "themata/models/model.hpp"

namespace themata::dmm {

/// K topics.
const ModelPlugin& plugin();
/// The infinite form, a Dirichlet process.
const ModelPlugin& process_plugin();

Model make_model(const Options& options, const GivenPriors& given, Form form);

}  // namespace themata::dmm
