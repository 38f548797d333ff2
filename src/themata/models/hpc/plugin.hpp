#pragma once

#include "themata/models/hpc/model.hpp"
#include "themata/models/hpc/options.hpp"
#include "themata/models/model.hpp"

namespace themata::hpc {

const ModelPlugin& plugin();
const ModelPlugin& pcm_plugin();

Model make_model(const Options& options, const GivenPriors& given, Labeling labels);

}  // namespace themata::hpc
