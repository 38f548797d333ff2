#pragma once

#include "themata/models/lda/model.hpp"
#include "themata/models/lda/options.hpp"
#include "themata/models/model.hpp"

namespace themata::lda {

const ModelPlugin& plugin();
/// The same with one topic per label, to which documents are restricted.
const ModelPlugin& labeled_plugin();

/// @param blocks  of the vocabulary @param share  of a rank
Model make_model(const Options& options, const GivenPriors& given, std::uint32_t blocks,
                 const sampling::Share& share = {});

}  // namespace themata::lda
