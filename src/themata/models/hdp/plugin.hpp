#pragma once

#include "themata/models/hdp/model.hpp"
#include "themata/models/hdp/options.hpp"
#include "themata/models/model.hpp"

namespace themata::hdp {

const ModelPlugin& plugin();

/// @param blocks  of the vocabulary @param share  of a rank
Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks,
                 const sampling::Share& share = {});

}  // namespace themata::hdp
