#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/models/draw.hpp"
#include "themata/models/posterior_moments.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/summaries/posterior.hpp"

namespace themata {

/// The kept draws of a chain with one numbering of the topics throughout; the shown draw alone if none was
/// kept.
class KeptDraws {
 public:
  /// @param shown  whose order of topics holds everywhere in a fit folder; outlives this, as all do
  KeptDraws(const FitFolder& fit, const Corpus& corpus, const Draw& shown, std::vector<std::uint64_t> sweeps)
      : fit_(fit), corpus_(corpus), shown_(shown), sweeps_(std::move(sweeps)) {}

  using Visit = std::function<void(const Draw& draw, std::uint64_t first_token)>;

  std::size_t kept() const { return sweeps_.size(); }
  const Draw& shown() const { return shown_; }
  const Corpus& corpus() const { return corpus_; }
  const FitFolder& fit() const { return fit_; }

  /// @throws InputError if a draw is damaged
  void for_each(const Visit& visit) const;
  /// The same with the topics of some documents' tokens alone. for_each() has looked at the draws before.
  void for_each(RowRange documents, const Visit& visit) const;

 private:
  const FitFolder& fit_;
  const Corpus& corpus_;
  const Draw& shown_;
  std::vector<std::uint64_t> sweeps_;
};

/// Consecutive rows of a matrix of posterior moments, row by row.
struct MomentBlock {
  RowRange rows;
  std::span<const float> mean, sd;
  /// Of each cell, whether it has a token in one of the draws; empty where that was not asked.
  const std::vector<bool>& has_tokens;
};

/// What is gathered of a table beside means and deviations.
enum class CellsWithTokens { ignored, marked };

/// Means and standard deviations over draws of phi, topics x word types, or theta, documents x topics. They
/// are gathered in blocks of rows, so that memory stays bounded. The draws are read once for theta, where a
/// row needs its own document's tokens alone (not dmm), and once a block for phi.
class MomentTable {
 public:
  /// @param draws  of a model whose topics are fixed @param given  of the fit; both outlive this
  MomentTable(PosteriorOf what, const KeptDraws& draws, const GivenPriors& given);

  const KeptDraws& draws() const { return draws_; }
  const GivenPriors& given() const { return given_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  void gather(const std::function<void(const MomentBlock&)>& take,
              CellsWithTokens cells = CellsWithTokens::ignored) const;

 private:
  class Block;

  PosteriorOf what_;
  const KeptDraws& draws_;
  const GivenPriors& given_;
  std::size_t rows_, columns_;
};

}  // namespace themata
