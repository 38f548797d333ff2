#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/align/aligned_draws.hpp"

namespace themata {

/// Draws topic proportions given an aligned draw: the step of the method of composition that keeps what a
/// document's words leave open (Tanner 1996; Treier and Jackman 2008). The same bits for any order of the
/// documents.
class DrawnTheta {
 public:
  /// @param topics  numbers of the pivot. @param draw  must outlive this
  DrawnTheta(const AlignedDraw& draw, std::span<const std::size_t> topics);

  /// Fills theta[i] of topics[i]; 0 where the draw does not have it.
  void draw(std::size_t d, std::span<double> theta) const;

 private:
  struct Place {
    std::uint16_t own;   ///< number in the draw
    std::size_t wanted;  ///< place among the topics asked for
  };

  const Draw& draw_;
  std::unique_ptr<DocumentProportions> proportions_;
  std::vector<Place> places_;       ///< ascending by `own`
  std::vector<std::uint16_t> own_;  ///< of places_
};

/// Sums over documents in pieces that do not depend on the number of threads.
/// @param zero  the empty sum; sums have add(other)
/// @param add_document  (sum, d): adds document d
template <class Sum, class AddDocument>
Sum sum_over_documents(std::size_t n_documents, const Sum& zero, Pool& pool,
                       const AddDocument& add_document) {
  constexpr std::size_t at_once = 512;
  std::vector<Sum> parts((n_documents + at_once - 1) / at_once, zero);
  pool.for_chunks(n_documents, at_once, [&](std::size_t first, std::size_t last) {
    Sum& part = parts[first / at_once];
    for (std::size_t d = first; d < last; ++d) add_document(part, d);
  });
  Sum sum = zero;
  for (const Sum& part : parts) sum.add(part);
  return sum;
}

/// Mean, standard deviation, interval with equal tails and probability of being above 0; NaN without values.
struct Estimate;
Estimate estimate_of(std::vector<double> values, double interval);

}  // namespace themata
