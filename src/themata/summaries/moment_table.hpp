#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "themata/align/unclear_topics.hpp"
#include "themata/models/draw.hpp"
#include "themata/models/posterior_moments.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/summaries/posterior.hpp"

namespace themata {

/// The kept draws of a chain with one numbering of the topics throughout; the shown draw alone if none was
/// kept.
class KeptDraws {
 public:
  /// @param shown  whose order of topics holds everywhere in a fit folder; its parts outlive this
  KeptDraws(const ShownParts& shown, std::vector<std::uint64_t> sweeps)
      : shown_(shown), sweeps_(std::move(sweeps)) {}

  using Visit = std::function<void(const Draw& draw, std::uint64_t first_token)>;

  std::size_t kept() const { return sweeps_.size(); }
  const Draw& shown() const { return shown_.draw; }
  const Corpus& corpus() const { return shown_.corpus; }
  const FitFolder& fit() const { return shown_.fit; }
  const GivenPriors& given() const { return shown_.given; }
  /// Of the draws that for_each() has read.
  UnclearTopics unclear() const;

  /// @throws InputError if a draw is damaged
  void for_each(const Visit& visit) const;
  /// The same with the topics of some documents' tokens alone. for_each() must have looked at the draws
  /// before.
  void for_each(RowRange documents, const Visit& visit) const;

 private:
  const ShownParts shown_;
  std::vector<std::uint64_t> sweeps_;
  /// What all tokens of a draw tell of its topics, and a part of them does not.
  struct Numbers {
    std::vector<std::uint16_t> order;    ///< what it calls each topic that is shown
    std::vector<std::uint16_t> unclear;  ///< Draw::unclear
  };
  mutable std::map<std::uint64_t, Numbers> numbers_;  ///< of draws that were read, by sweep
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
  /// @param draws  of a model whose topics are fixed; outlive this
  MomentTable(PosteriorOf what, const KeptDraws& draws);

  const KeptDraws& draws() const { return draws_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  void gather(const std::function<void(const MomentBlock&)>& take,
              CellsWithTokens cells = CellsWithTokens::ignored) const;

 private:
  class Block;

  PosteriorOf what_;
  const KeptDraws& draws_;
  std::size_t rows_, columns_;
};

}  // namespace themata
