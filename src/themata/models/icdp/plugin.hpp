#pragma once

#include "themata/models/icdp/model.hpp"
#include "themata/models/icdp/options.hpp"
#include "themata/models/model.hpp"

namespace themata::icdp {

const ModelPlugin& lida_plugin();
const ModelPlugin& ftm_plugin();
const ModelPlugin& sstm_plugin();

/// @param blocks  of the vocabulary
Model make_model(const Options& options, WhichMasks masks, std::uint32_t blocks);

}  // namespace themata::icdp
