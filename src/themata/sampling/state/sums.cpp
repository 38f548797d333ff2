#include "themata/sampling/state/sums.hpp"

#include <algorithm>

namespace themata::sampling {

namespace {

constexpr std::size_t items_summed = 256;

/// Consecutive items of a group or block, whose sum is one number.
struct Piece {
  std::size_t group, first, last;
};

/// @param begin  begin(g): the first item of group g
template <class Begin>
std::vector<Piece> pieces_of(const Share& share, const Begin& begin) {
  std::vector<Piece> pieces;
  for (std::uint32_t g = share.first_group; g < share.end_group; ++g)
    for (std::size_t first = begin(g), end = begin(g + 1); first < end; first += items_summed)
      pieces.push_back({g - share.first_group, first, std::min(first + items_summed, end)});
  return pieces;
}

/// The same numbers of all groups: n of each group here become n of every group.
std::vector<double> of_all_ranks(const Share& share, std::vector<double> here) {
  return share.ranks == nullptr ? here : share.ranks->gather(std::span<const double>(here));
}

template <class Part>
double sum_pieces(const Share& share, Pool& pool, const std::vector<Piece>& pieces, const Part& part) {
  std::vector<double> sums(pieces.size()), groups(share.n_held());
  pool.for_each(pieces.size(), [&](std::size_t i) { sums[i] = part(pieces[i]); });
  for (std::size_t i = 0; i < pieces.size(); ++i) groups[pieces[i].group] += sums[i];
  double all = 0;
  for (const double group : of_all_ranks(share, std::move(groups))) all += group;
  return all;
}

}  // namespace

double sum_over_documents(const Layout& layout, Pool& pool,
                          const std::function<double(std::size_t, std::size_t)>& part) {
  const auto pieces = pieces_of(layout.share, [&](std::size_t g) { return layout.share.group_begin[g]; });
  return sum_pieces(layout.share, pool, pieces,
                    [&](const Piece& piece) { return part(piece.first, piece.last); });
}

double sum_over_types(const Layout& layout, Pool& pool,
                      const std::function<double(std::span<const std::uint32_t>)>& part) {
  const auto pieces = pieces_of(layout.share, [&](std::size_t b) { return layout.block_begin[b]; });
  const std::span<const std::uint32_t> types(layout.types_by_block);
  return sum_pieces(layout.share, pool, pieces, [&](const Piece& piece) {
    return part(types.subspan(piece.first, piece.last - piece.first));
  });
}

std::vector<double> sums_over_documents(const Layout& layout, std::size_t n, Pool& pool,
                                        const std::function<void(std::size_t, std::span<double>)>& add) {
  const Share& share = layout.share;
  std::vector<double> groups(share.n_held() * n);
  pool.for_each(share.n_held(), [&](std::size_t i) {
    const std::size_t g = share.first_group + i;
    for (std::size_t d = share.group_begin[g]; d < share.group_begin[g + 1]; ++d)
      add(d, std::span(groups).subspan(i * n, n));
  });
  const std::vector<double> all = of_all_ranks(share, std::move(groups));
  std::vector<double> sums(n);
  for (std::size_t i = 0; i < all.size(); ++i) sums[i % n] += all[i];
  return sums;
}

void add_over_ranks(const Layout& layout, std::vector<AtLeast>& histograms) {
  const Communicator* ranks = layout.share.ranks;
  if (ranks == nullptr) return;
  std::vector<std::uint64_t> lengths;
  lengths.reserve(histograms.size());
  for (const AtLeast& histogram : histograms) lengths.push_back(histogram.size());
  const std::vector<std::uint64_t> all_lengths = ranks->gather(std::span<const std::uint64_t>(lengths));
  for (std::size_t i = 0; i < all_lengths.size(); ++i)
    lengths[i % lengths.size()] = std::max(lengths[i % lengths.size()], all_lengths[i]);
  std::vector<std::uint64_t> flat;
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    histograms[i].resize(lengths[i]);
    flat.insert(flat.end(), histograms[i].begin(), histograms[i].end());
  }
  ranks->sum(flat);
  auto from = flat.begin();
  for (AtLeast& histogram : histograms) {
    std::copy_n(from, histogram.size(), histogram.begin());
    from += static_cast<std::ptrdiff_t>(histogram.size());
  }
}

std::uint64_t add_over_ranks(const Layout& layout, std::uint64_t n) {
  return layout.share.ranks == nullptr ? n : layout.share.ranks->sum(n);
}

}  // namespace themata::sampling
