#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "themata/models/model.hpp"

namespace themata::lda {

inline constexpr std::string_view consensus_name = "consensus";

/// What `themata consensus` makes of the draws of several chains: LDA whose topics are those that come back,
/// and a last one for what does not. Readers open it like a fit. No chain of it can be run.
const ModelPlugin& consensus_plugin();

/// The state of such a draw beside its tokens' topics.
/// @param alpha  K: prior weight of each topic, above 0
std::unique_ptr<ModelDraw> consensus_draw(std::vector<double> alpha, double beta);

}  // namespace themata::lda
