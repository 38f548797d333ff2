#pragma once

#include <cstdint>
#include <span>

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// The global weights given z (HDP paper, sections 2.3 and 2.6, without the truncation):
//   l_k | z, Psi, alpha:  sum over documents of Antoniak(m_dk, alpha Psi_k), as sums of binomials (eq. 28);
//   gamma | l;  alpha | l, z;
//   (Psi_1, ..., Psi_K, rest) | l, gamma  ~  Dir(l_1, ..., l_K, gamma).
// The rest is broken into the sticks of topics without tokens, -log(1 - b) ~ Exp(gamma), until less than
// 2^-53 is left, which the last stick takes.

void draw_tables(State& state, const Context& context);
void draw_gamma_concentration(State& state, const Context& context, sampling::GammaPrior prior);
void draw_alpha_concentration(State& state, const Context& context, sampling::GammaPrior prior);

/// Draws Psi. New sticks reuse the slots of dead topics. If there are too few slots, or far too many, the
/// living topics are moved together and the counts are rebuilt.
/// @param unused_apart_from  with as many slots or more, sticks have none (sampling/state/unused_topics.hpp)
/// @throws ResourceError if more than `max_slots` slots would be needed
void draw_psi(State& state, const Context& context, std::size_t max_slots,
              std::size_t unused_apart_from = SIZE_MAX);

/// Leaves Psi as it is, for an alpha that may have changed.
void keep_psi(State& state);

/// Takes over the weights of topics that the draw of z gave slots.
void adopt_new_topics(State& state);

/// The same with the rest unbroken, as the weight of one slot without tokens.
void draw_psi_unbroken(State& state, const Context& context, std::size_t max_slots);

/// Sets the documents' pseudo-counts: alpha Psi_k, and that of all topics without a slot.
void set_prior(State& state);

/// @throws ResourceError if more topics are needed than allowed
void check_room(const Context& context, std::size_t needed, std::size_t max_topics);

/// Gives the slot's topic a new identity.
void name_anew(State& state, std::size_t slot);

/// Moves the tokens of slot k to slot_of[k], in counts with `slots` slots, together with the names of topics
/// that have tokens. Does not move Psi and the tables.
void move_topics(State& state, const Context& context, std::span<const sampling::Topic> slot_of,
                 std::size_t slots);

}  // namespace themata::hdp
