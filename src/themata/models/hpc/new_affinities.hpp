#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/document_density.hpp"
#include "themata/models/hpc/known_rates.hpp"

namespace themata::hpc {

/// The affinities of a document with unknown labels, given the rates (Airoldi and Bischof 2016, section 3.3):
/// with theta the softmax of xi over ALL topics, and label k present with probability logistic(xi_k),
///   p(xi | w) ~ prod_w (sum_k theta_k e^mu_wk)^n_w exp(-l sum_k theta_k B_k)
///               prod_k N(xi_k; eta_k, lambda^2).
/// For pcm this is the model itself; for hpc it is the paper's simpler model, in which topics of small
/// affinity contribute, too.
class NewAffinities {
 public:
  /// @param words  of the document, in the numbering of `topics`, which must outlive this; may be empty
  NewAffinities(const KnownRates& topics, std::span<const std::uint32_t> words);

  /// A mode of their density, near the topics' prior means.
  const hmc::Vector& mode();
  /// One HMC proposal; the first one starts at the mode.
  void sweep(Stream& stream);
  const hmc::Vector& now() const { return now_; }  ///< after the first sweep

 private:
  DocumentDensity density_;
  hmc::Vector start_, mode_, now_;
  std::optional<hmc::Mass> mass_;
};

/// Probability of each label, logistic(xi_k), K of them.
std::vector<double> label_probabilities(const hmc::Vector& xi);

}  // namespace themata::hpc
