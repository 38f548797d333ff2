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

/// A draw of a fit as new documents need it.
struct FitDraw {
  Draw
      draw;  ///< its topics numbered by size; in the order of the fit's summarised draw where topics are to agree
  GivenPriors given;  ///< its topics numbered as the draw's
};

/// Which draws of a chain are asked for.
enum class DrawUse {
  alike,  ///< those in which a topic's number means one topic: every kept draw of LDA, one draw of an HDP
  every   ///< every kept draw
};

/// The draws of a chain that stand for its posterior: those that were kept, or the newest saved state where none was. The
/// topics of an HDP come and go, and draws do not hold their names; so where topics have to mean the same from draw to draw,
/// it has one, the summarised draw.
class FitDraws {
 public:
  /// @param chain  nothing for the fit's first chain
  /// @throws as open_shown_fit
  FitDraws(const std::filesystem::path& fit, std::optional<std::uint32_t> chain, DrawUse use);

  const ShownFit& shown() const { return shown_; }
  const CorpusFolder& corpus() const { return shown_.corpus; }
  bool finds_topics() const { return shown_.draw.finds_topics(); }
  /// Whether documents may have topics that the draw has no tokens of.
  bool has_rest() const { return shown_.draw.model->rest().has_value(); }
  std::uint32_t chain() const { return shown_.draw.chain; }
  std::size_t size() const { return sweeps_.empty() ? 1 : sweeps_.size(); }
  /// Draws that were kept and are left out since their topics may be others.
  std::size_t n_left_out() const { return left_out_; }
  /// The sweep of each draw.
  std::uint64_t sweep(std::size_t s) const { return sweeps_.empty() ? shown_.draw.sweep : sweeps_[s]; }
  /// @throws InputError where it is damaged
  FitDraw load(std::size_t s) const;
  /// What a draw says of documents made of the word types `types`. @throws InputError
  std::unique_ptr<Predictor> predictor(std::size_t s, std::span<const std::uint32_t> types, Pool& pool) const;
  std::unique_ptr<Predictor> predictor(const FitDraw& loaded, std::span<const std::uint32_t> types,
                                       Pool& pool) const;

 private:
  Draw read(std::size_t s) const;

  ShownFit shown_;
  std::vector<std::uint64_t> sweeps_;  ///< none: the summarised draw alone
  std::size_t left_out_ = 0;
};

}  // namespace themata
