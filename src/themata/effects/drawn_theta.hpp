#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/align/aligned_draws.hpp"

namespace themata {

/// How many topics, the largest, are shown unless others are asked for.
constexpr std::size_t usual_topics = 100;

/// Draws topic proportions given an aligned draw: the step of the method of composition that keeps what a
/// document's words leave open (Tanner 1996; Treier and Jackman 2008). The same bits for any order of the
/// documents and, among the usual topics, whichever are asked for.
class DrawnTheta {
 public:
  /// @param topics  numbers of the pivot. @param draw  must outlive this
  DrawnTheta(const AlignedDraw& draw, std::span<const std::size_t> topics);

  /// Fills theta[i] of topics[i]; 0 where the draw does not have it.
  void draw(std::size_t d, std::span<double> theta) const;

 private:
  /// Topics that are drawn together.
  struct Group {
    std::vector<std::uint16_t> own;   ///< numbers in the draw, ascending
    std::vector<std::size_t> wanted;  ///< the place of each among the topics asked for, or none
    std::uint64_t first_entity;       ///< of the random numbers of document 0
  };
  static constexpr std::size_t none = SIZE_MAX;
  void add_group(const AlignedDraw& draw, std::span<const std::size_t> members,
                 std::span<const std::size_t> topics, std::uint64_t first_entity);

  const Draw& draw_;
  std::unique_ptr<DocumentProportions> proportions_;
  std::vector<Group> groups_;  ///< the usual topics, and others that are asked for
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

}  // namespace themata
