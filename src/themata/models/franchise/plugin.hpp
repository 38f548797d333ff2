#pragma once

#include "themata/models/franchise/model.hpp"
#include "themata/models/model.hpp"

namespace themata::franchise {

const ModelPlugin& plugin();

Model make_model(const FitOptions& options, const GivenPriors& given);

}  // namespace themata::franchise
