#pragma once

#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/document_density.hpp"
#include "themata/models/hpc/model.hpp"

namespace themata::hpc {

// The paper's sampler (appendix A): mu of a word type is one block given the counts, and xi of a document's
// labels another, with the split over topics summed out. Each block gets one HMC proposal whose mass is the
// negative Hessian at the mode, found by BFGS. The paper keeps the likelihood's part of the mass for several
// scans, which is not exact while it changes. Here it is recomputed in each scan, from a start that does not
// depend on the current point, so that every scan is exact.

/// Draws mu of every word type given theta, then tau^2, and updates the rates.
hmc::Tally move_rates(State& state, const Tree& tree, const Context& context);

/// Draws xi of every document's labels given the rates.
hmc::Tally move_affinities(State& state, const Context& context, Labeling labeling);

/// A word type, the documents that have it, and their numbers of tokens of it.
struct WordPlaces {
  std::size_t word;
  std::span<const std::uint32_t> documents, counts;
};

/// log p(mu of a word type | its counts, theta, tau^2, hyperparameters), over the nodes of the tree.
class WordDensity {
 public:
  /// @param exposure  by topic; exposures()
  /// @param shares    by document; shares_of()
  WordDensity(const State& state, const Tree& tree, std::span<const double> exposure,
              const std::vector<std::vector<double>>& shares, WordPlaces places);
  double operator()(const hmc::Vector& mu, hmc::Vector& gradient) const;
  /// The negative second derivatives.
  hmc::Matrix curvature(const hmc::Vector& mu) const;
  /// The same as if the topics of tokens were known: positive definite everywhere.
  hmc::Matrix curvature_of_split(const hmc::Vector& mu) const;
  /// Starting point of the search for the mode: the estimate from all counts together.
  hmc::Vector start() const;

 private:
  double precision_of(std::uint32_t node) const;

  const State& state_;
  const Tree& tree_;
  std::span<const double> exposure_;
  const std::vector<std::vector<double>>& shares_;
  WordPlaces places_;
};

/// The data on which xi of a document's labels depends.
DocumentData document_data(const State& state, const Corpus& corpus, std::size_t d, Labeling labeling);

}  // namespace themata::hpc
