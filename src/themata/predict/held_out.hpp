#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "themata/inference/gibbs.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/predict/left_to_right.hpp"
#include "themata/predict/new_documents.hpp"

namespace themata {

/// How held-out documents are scored. docs/theory/evaluation.md has the formulas.
enum class HeldOutMethod {
  completion,    ///< some tokens of each document are seen, the others predicted from them, each by itself
  left_to_right  ///< p(w_d), every token predicted from those before it
};

struct HeldOutOptions {
  HeldOutMethod method = HeldOutMethod::completion;
  std::filesystem::path split;  ///< completion: a Split's file; "" for half of each document
  GibbsLength length = {0, GibbsLength::automatic};  ///< completion: of each run
  Particles particles;                               ///< left to right: of each run
  std::uint64_t seed = 1;
};

/// What a document is worth. Its words that the fit does not know are left out.
struct DocumentScore {
  std::uint32_t scored = 0, seen = 0, unknown = 0;  ///< tokens
  double log_p = 0;  ///< of the scored tokens, the mean over draws and runs inside the log
  double error = 0;  ///< its Monte Carlo error, given the draws
};

struct HeldOutScore {
  std::vector<DocumentScore> documents;
  std::uint64_t scored = 0, seen = 0, unknown = 0;
  std::size_t draws = 0;  ///< S, of the fit
  std::size_t runs = 0;   ///< R, independent of each other, under each of them
  double log_p = 0;       ///< sum over documents
  double error = 0;       ///< its Monte Carlo error given the draws: what more sweeps or particles lessen
  std::optional<double>
      draw_error;  ///< what the choice of draws makes of it, the former included; of several draws
  double per_word() const { return log_p / static_cast<double>(scored); }
  double perplexity() const;  ///< exp(-per_word())
};

/// @param has_shares  whether documents of the fit have Dirichlet shares of all topics @throws UsageError where the method needs them
void require_method(HeldOutMethod method, bool has_shares);

/// Called as the work goes on, with the part that is done, 0 to 1.
using PartDone = std::function<void(double)>;

/// Scores documents under the draws of a fit. Equal for any number of threads.
/// @throws InputError where there is nothing to score, or the split does not fit; UsageError
HeldOutScore score_held_out(const FitDraws& draws, const NewDocuments& documents,
                            const HeldOutOptions& options, Pool& pool, const PartDone& part_done);

/// The estimates of one document: of S draws and R runs under each, those of a draw together. Each has as many values as
/// there are factors whose means are multiplied: the scored tokens' probabilities, or one whole p(w).
struct RunEstimates {
  std::size_t draws, runs;
  std::span<const double> logs;  ///< S R lists of equal length
};

/// log of the product over the list's places of the mean over the S R estimates, with its delta-method error: with
/// w_sr = sum over places of estimate / mean,
///   variance = sum_s sum_r (w_sr - w_s)^2 / (S^2 R (R - 1)),  w_s the mean over the runs of draw s.
struct CombinedEstimate {
  double log_p = 0, variance = 0;
  std::vector<double> of_draw;  ///< w_s less their mean: how far each draw would move log_p
};
CombinedEstimate combine(const RunEstimates& estimates);

}  // namespace themata
