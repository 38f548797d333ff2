#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Which probabilities: phi, topics x word types, or theta, documents x topics.
enum class PosteriorOf { topic_words, document_topics };

/// E(phi) or E(theta) with standard deviations.
struct PosteriorMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<float> mean, sd;  ///< rows x columns; no `sd` if the topics of the model come and go
  std::size_t draws = 0;        ///< kept ones that are averaged over; 0: of the summarized draw alone
};

/// Of models whose topics stay the same: moments over the kept draws of a chain, as write_posterior writes
/// them, whether or not the fit is complete. If none was kept, moments given the summarized draw. Of other
/// models: means given that draw.
/// @throws as open_shown_fit; InputError if a draw is damaged
PosteriorMatrix posterior_of(const ShownFit& shown, PosteriorOf what);
/// The same given the shown draw alone.
PosteriorMatrix posterior_given(const ShownFit& shown, PosteriorOf what);

}  // namespace themata
