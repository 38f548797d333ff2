#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/labeling.hpp"

namespace themata::hpc {

/// The data for a document's affinities: its words, their rates in the topics that it may have, and the
/// affinities' prior.
struct DocumentData {
  hmc::Matrix rates;   ///< W x J: e^mu of each different word in each topic
  hmc::Vector counts;  ///< W: number of tokens of each in the document
  hmc::Vector totals;  ///< J: sum of e^mu over the whole vocabulary
  double length = 0;   ///< l_d
  hmc::Vector eta;     ///< J
  double lambda = 1;
  Labeling labeling = Labeling::none;      ///< whether the topics are the document's known labels
  const hmc::Matrix* precision = nullptr;  ///< J x J, of correlated affinities, instead of lambda
};

/// log p(xi of a document's topics | its words, rates, hyperparameters), with the tokens' topics summed out:
///   sum_w n_w log(sum_k theta_k e^mu_wk) - l sum_k theta_k B_k - sum_k (xi_k - eta_k)^2 / (2 lambda^2),
/// and with labels - sum_k log(1 + e^-xi_k); theta is the softmax of xi.
class DocumentDensity {
 public:
  explicit DocumentDensity(DocumentData data) : data_(std::move(data)), tokens_(data_.counts.sum()) {}
  double operator()(const hmc::Vector& xi, hmc::Vector& gradient) const;
  /// The negative second derivatives.
  hmc::Matrix curvature(const hmc::Vector& xi) const;
  /// The same for the normal prior alone.
  hmc::Matrix curvature_of_prior() const;
  /// Starting point of the search for the mode: 0.
  hmc::Vector start() const { return hmc::Vector::Zero(data_.eta.size()); }

 private:
  hmc::Vector pull_of_prior(const hmc::Vector& xi) const;  ///< minus the gradient of the log prior
  double log_loss_of_prior(const hmc::Vector& xi) const;   ///< minus the log prior, up to a constant

  DocumentData data_;
  double tokens_;
};

/// Softmax.
hmc::Vector shares_of(const hmc::Vector& xi);

/// A document's distinct words, ascending, and their numbers of tokens.
struct WordCounts {
  std::vector<std::uint32_t> words, counts;
  explicit WordCounts(std::span<const std::uint32_t> tokens);
};

}  // namespace themata::hpc
