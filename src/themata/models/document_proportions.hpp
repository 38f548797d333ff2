#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/counts/sparse_counts.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// E(theta_dk) of the corpus's documents given a draw.
class DocumentProportions {
 public:
  virtual ~DocumentProportions() = default;

  std::size_t n_topics() const { return counts_.n_columns; }
  const SparseCounts& counts() const { return counts_; }
  /// theta_dk of one cell. @param count  m_dk
  virtual double share(std::size_t d, std::size_t k, std::int32_t count) const = 0;
  /// Fills `theta`, K long, with document d's row; it sums to one.
  void row(std::size_t d, std::span<double> theta) const;
  /// Fills `theta` with a draw of theta_d given the draw of the model, of some topics: with E(theta_d) where
  /// that is all of it. @param topics  ascending; theta[i] is of topics[i], and all others have the rest
  virtual void draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& stream,
                    std::span<double> theta) const;

 protected:
  /// draw() where theta_d is Dirichlet: in the topics asked for and, as one, all others.
  /// @param total  sum of the parameters, share() times it being one of them
  void draw_dirichlet_of(std::size_t d, std::span<const std::uint16_t> topics, double total, Stream& stream,
                         std::span<double> theta) const;

  /// @param counts  m_dk, D x K
  explicit DocumentProportions(SparseCounts counts) : counts_(std::move(counts)) {}

 private:
  SparseCounts counts_;
};

/// theta_dk = (m_dk + a_k) / (N_d + sum a) over the topics that document d may use; 0 for the others.
/// @param prior  a_k, K of them
/// @param lists  the topics that each document may use, ascending, an empty list for all; none where all may
/// use all. Must
///               outlive the result
std::unique_ptr<DocumentProportions> dirichlet_proportions(
    const Corpus& corpus, SparseCounts counts, std::vector<double> prior,
    const std::vector<std::vector<std::uint16_t>>& lists);

}  // namespace themata
