#pragma once

#include "themata/models/draw.hpp"
#include "themata/models/given_priors.hpp"

namespace themata {

/// The draw with its topics numbered as those of another draw of its chain, the reference. Topics with the
/// same prior may change places while a chain runs (label switching: Stephens 2000, section 2.1). The tokens
/// are the same in both draws, so the permutation is used in which most of them have the same topic; where
/// nothing has switched it is the identity. Topics that have names, seeds or a weight of their own in the
/// prior keep their numbers (docs/theory/diagnostics.md, "The draws of one chain").
///
/// Draw::unclear of the result lists topics of which the permutation says little: another topic of the draw
/// has as many of the topic's tokens as its own match, or two topics, exchanged, would keep two thirds of the
/// tokens that they have in common with their matches.
/// @param draw       as it was saved
/// @param reference  by size; both of a model whose topics are fixed, with the same tokens and as many topics
/// @param given      of their fit, its topics numbered as the reference's
Draw numbered_as(Draw draw, const Draw& reference, const GivenPriors& given);

}  // namespace themata
