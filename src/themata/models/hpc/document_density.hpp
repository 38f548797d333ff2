#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/hmc/hmc.hpp"

namespace themata::hpc {

/// What a document's affinities depend on: its words, their rates in the topics that it may have, and the affinities' law.
struct DocumentData {
  hmc::Matrix rates;   ///< W x J: e^mu of each different word in each topic
  hmc::Vector counts;  ///< W: how often the document has each
  hmc::Vector totals;  ///< J: sum of e^mu over the whole vocabulary
  double length = 0;   ///< l_d
  hmc::Vector eta;     ///< J
  double lambda = 1;
  bool labelled = false;  ///< whether the topics are labels that the document is known to have
};

/// log p(xi of a document's topics | its words, rates, laws), the topics of tokens summed out: sum_w n_w log(sum_k theta_k e^mu_wk) -
/// l sum_k theta_k B_k - sum_k (xi_k - eta_k)^2 / (2 lambda^2), and with labels - sum_k log(1 + e^-xi_k); theta is the softmax of xi.
class DocumentDensity {
 public:
  explicit DocumentDensity(DocumentData data) : data_(std::move(data)), tokens_(data_.counts.sum()) {}
  double operator()(const hmc::Vector& xi, hmc::Vector& gradient) const;
  /// Minus the second derivatives.
  hmc::Matrix curvature(const hmc::Vector& xi) const;
  /// The same of the normal prior alone.
  hmc::Matrix curvature_of_prior() const;
  /// Where the search for the mode begins: 0.
  hmc::Vector start() const { return hmc::Vector::Zero(data_.eta.size()); }

 private:
  DocumentData data_;
  double tokens_;
};

/// Softmax.
hmc::Vector shares_of(const hmc::Vector& xi);

/// A document's different words, ascending, and how often it has each.
struct WordCounts {
  std::vector<std::uint32_t> words, counts;
  explicit WordCounts(std::span<const std::uint32_t> tokens);
};

}  // namespace themata::hpc
