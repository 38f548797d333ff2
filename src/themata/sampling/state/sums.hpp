#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

// Sums over the documents and word types of all ranks, which are the same for any number of threads and
// ranks: numbers with rounding errors are added within a group of documents or a block of types, in order,
// and the groups' or blocks' sums in theirs. On every rank.

/// @param part  part(first, last): the sum over documents first to last - 1 of this rank
double sum_over_documents(const Layout& layout, Pool& pool,
                          const std::function<double(std::size_t, std::size_t)>& part);
/// @param part  part(types): the sum over some word types of one block
double sum_over_types(const Layout& layout, Pool& pool,
                      const std::function<double(std::span<const std::uint32_t>)>& part);
/// Several sums at once. @param add  add(d, sums): adds document d's n numbers
std::vector<double> sums_over_documents(const Layout& layout, std::size_t n, Pool& pool,
                                        const std::function<void(std::size_t, std::span<double>)>& add);

/// Adds the histograms of all ranks.
void add_over_ranks(const Layout& layout, std::vector<AtLeast>& histograms);
std::uint64_t add_over_ranks(const Layout& layout, std::uint64_t n);

}  // namespace themata::sampling
