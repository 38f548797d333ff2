#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace themata {

/// The scores of one fit of a grid.
struct FitScore {
  std::size_t topics = 0;                 ///< with tokens
  double per_word = 0;                    ///< held-out log-likelihood per word, by document completion
  double mc_error = 0;                    ///< Monte Carlo error of per_word, given the draws
  std::optional<double> draw_error = {};  ///< error of per_word due to the choice of draws
  std::optional<double> npmi = {}, exclusivity = {};  ///< means over topics
  std::optional<double> stability =
      {};  ///< mean similarity of its topics to those of the fits that differ by the seed alone
  double log_posterior = 0;  ///< per token of the training documents
  double seconds = 0;        ///< of sampling
};

/// How a caller watches a grid and stops it. Each may be empty; all are called by several threads at once.
struct GridWatch {
  std::function<void(const std::string& cell, std::size_t done, std::size_t all)> scored;
  std::function<void(const std::string&)> warn;
  std::function<bool()> should_stop;
  /// A fit ran out of topics, memory or disk. It is left out of the result, and the others go on. Empty: the
  /// error ends the grid.
  std::function<void(const std::string& cell, const std::string& why)> failed = {};
};

}  // namespace themata
