#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "themata/inference/predictor.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// A draw of a fit, prepared for new documents.
struct FitDraw {
  Draw draw;          ///< topics numbered by size; in the order of the summarized draw if topics must agree
  GivenPriors given;  ///< topics numbered as in the draw
};

/// Which draws of a chain are used.
enum class DrawUse {
  alike,  ///< those in which topic numbers agree: every kept draw of LDA, one draw of an HDP
  every   ///< every kept draw
};

/// The draws of a chain that represent its posterior: the kept ones, or the newest saved state if none was
/// kept. The topics of an HDP come and go, and draws do not store their names. So if topics must mean the
/// same in all draws, an HDP has only one draw, the summarized draw.
class FitDraws {
 public:
  /// @param chain  nothing: the chain that is shown
  /// @param most  of several draws, so many at most, evenly spread up to the last one; 0: all
  /// @throws as open_shown_fit
  FitDraws(FitFolder fit, std::optional<std::uint32_t> chain, DrawUse use, std::uint64_t most = 0);

  const ShownFit& shown() const { return shown_; }
  const CorpusFolder& corpus() const { return shown_.corpus; }
  bool finds_topics() const { return shown_.draw.finds_topics(); }
  /// Whether documents may have topics without tokens in the draw.
  bool has_rest() const { return shown_.draw.model->rest().has_value(); }
  std::uint32_t chain() const { return shown_.draw.chain; }
  std::size_t size() const { return sweeps_.empty() ? 1 : sweeps_.size(); }
  /// Number of kept draws of the chain.
  std::size_t n_kept() const { return kept_; }
  /// Number of kept draws that are left out since their topics may differ.
  std::size_t n_left_out() const { return left_out_; }
  /// The sweep of each draw.
  std::uint64_t sweep(std::size_t s) const { return sweeps_.empty() ? shown_.draw.sweep : sweeps_[s]; }
  /// @throws InputError if it is damaged
  FitDraw load(std::size_t s) const;
  /// A predictor from draw s for documents with the word types `types`. @throws InputError
  std::unique_ptr<Predictor> predictor(std::size_t s, std::span<const std::uint32_t> types, Pool& pool) const;
  std::unique_ptr<Predictor> predictor(const FitDraw& loaded, std::span<const std::uint32_t> types,
                                       Pool& pool) const;

 private:
  Draw read(std::size_t s) const;

  ShownFit shown_;
  std::vector<std::uint64_t> sweeps_;  ///< empty: only the summarized draw
  std::size_t kept_ = 0, left_out_ = 0;
};

}  // namespace themata
