#pragma once

#include "themata/lda/model.hpp"

namespace themata::lda {

// alpha | z with theta integrated out, by the auxiliaries of admixture/hyper.hpp: tables l_dk (Antoniak) and
// q_d ~ Beta(sum alpha, N_d).

/// All alpha_k equal: alpha ~ Ga(shape + sum l, rate - K sum_d log q_d).
void draw_symmetric_alpha(State& state, const Context& context, admixture::GammaPrior prior);

/// Each its own: alpha_k ~ Ga(shape + sum_d l_dk, rate - sum_d log q_d).
void draw_asymmetric_alpha(State& state, const Context& context, admixture::GammaPrior prior);

}  // namespace themata::lda
