#pragma once

#include "themata/models/lda/model.hpp"

namespace themata::lda {

// alpha | z with theta integrated out, by the auxiliary variables of sampling/state/hyper.hpp: tables l_dk
// (Antoniak) and q_d ~ Beta(A_d, N_d), where A_d is the sum of alpha_k over the topics that document d may
// use.

/// alpha_k = alpha weight_k: alpha ~ Ga(shape + sum l, rate - sum_d W_d log q_d), where W_d is the sum of the
/// weights over the topics that d may use (K if all weights are 1).
/// @param weights  K
void draw_symmetric_alpha(State& state, const Context& context, sampling::GammaPrior prior,
                          std::span<const double> weights);

/// Each separately: alpha_k ~ Ga(shape + sum_d l_dk, rate - sum of log q_d over the documents that may use
/// k).
void draw_asymmetric_alpha(State& state, const Context& context, sampling::GammaPrior prior);

}  // namespace themata::lda
