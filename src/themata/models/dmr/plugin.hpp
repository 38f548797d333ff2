#pragma once

#include "themata/models/dmr/model.hpp"
#include "themata/models/dmr/options.hpp"
#include "themata/models/model.hpp"

namespace themata::dmr {

const ModelPlugin& plugin();

/// @param given  its covariates are those of the corpus's documents
/// @param blocks  of the vocabulary
Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks);

}  // namespace themata::dmr
