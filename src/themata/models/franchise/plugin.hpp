#pragma once

#include "themata/models/franchise/model.hpp"
#include "themata/models/franchise/options.hpp"
#include "themata/models/model.hpp"

namespace themata::franchise {

const ModelPlugin& plugin();

Model make_model(const Options& options, const GivenPriors& given);

}  // namespace themata::franchise
