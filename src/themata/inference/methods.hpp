#pragma once

// How new documents are drawn, scored and labeled: what a caller chooses.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace themata {

/// The length of the chain for one document under one draw of a fit.
struct GibbsLength {
  std::uint64_t sweeps = 0;  ///< total, more than are skipped
  std::uint64_t skip = 0;    ///< sweeps that are left out, the first ones

  static constexpr std::uint64_t automatic = UINT64_MAX;
};

/// The number of particles of a left-to-right estimate, and their redraws.
struct Particles {
  std::uint64_t particles = 20;
  std::uint64_t redraws = 100;  ///< earlier tokens whose topics are redrawn before each token, cyclically
};

/// How the probability of a label is computed.
enum class LabelMethod {
  /// Models of labels: the proportion of draws of the document's label set that contain the label, under each
  /// draw of the fit.
  sets,
  /// The mean of logistic(xi_k) over draws of the affinities under each draw of the fit, in the simpler model
  /// in which a document has some of all topics.
  draws,
  /// logistic(xi_k) at the most probable affinities in that model, given the means over the fit's draws of
  /// rates and hyperparameters (Airoldi and Bischof 2016, section 3.3).
  mode,
  /// Models without a distribution of labels: the mean of theta_dk over draws under each draw of the fit.
  /// This is a score, not a probability.
  shares
};

constexpr std::string_view name_of(LabelMethod method) {
  constexpr std::string_view names[] = {"sets", "draws", "mode", "shares"};
  return names[static_cast<std::size_t>(method)];
}

}  // namespace themata
