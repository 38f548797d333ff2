#include "themata/sampling/scans/phi_parts.hpp"

#include <algorithm>
#include <vector>

#include "themata/sampling/phi/listed_block.hpp"
#include "themata/sampling/phi/phi_types.hpp"
#include "themata/sampling/scans/phi_ring.hpp"

namespace themata::sampling {

namespace {

/// Of each word type, its place in its block.
std::vector<std::uint32_t> places_in_blocks(const Layout& layout) {
  std::vector<std::uint32_t> places(layout.block_of.size());
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b)
    for (std::uint32_t i = 0; i < layout.types_in[b]; ++i)
      places[layout.types_by_block[layout.block_begin[b] + i]] = i;
  return places;
}

bool is_own(const Share& share, std::uint32_t block) { return share.owner(block) == share.ranks->rank(); }

}  // namespace

void for_each_phi_part(const State& state, const std::function<void(const PhiPart&)>& scan) {
  const Layout& layout = state.layout;
  const Share& share = layout.share;
  if (!share.is_spread()) return scan({state.phi.row(0), state.phi.rows(), {nullptr, 0, layout.n_blocks}});
  if (share.n_held() == 0) return;
  const std::vector<std::uint32_t> places = places_in_blocks(layout);
  const auto own_rows = [&](std::uint32_t b) {
    return std::span(state.phi.row(PhiTypes::row_of_block(layout, b)), layout.types_in[b] * state.slots());
  };
  Matrix<float> others(*std::ranges::max_element(layout.types_in), state.slots());
  PhiRing ring(share, [&](std::uint32_t b) { return to_message(own_rows(b)); });
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b) {
    const Message& message = ring.block(b);
    const bool here = is_own(share, b);
    if (!here) std::ranges::copy(values_in<float>(message), others.row(0));  // aligned
    scan({here ? own_rows(b).data() : others.row(0), layout.types_in[b], {places.data(), b, b + 1U}});
    ring.release();
  }
}

void for_each_listed_part(const State& state, Pool& pool,
                          const std::function<void(const ListedPart&)>& scan) {
  const Layout& layout = state.layout;
  const Share& share = layout.share;
  const SparsePhi& phi = state.sparse_phi;
  if (!share.is_spread()) return scan({phi.words().data(), {nullptr, 0, layout.n_blocks}});
  if (share.n_held() == 0) return;
  const std::vector<std::uint32_t> places = places_in_blocks(layout);
  const auto own_words = [&](std::uint32_t b) {
    return phi.words().subspan(PhiTypes::row_of_block(layout, b), layout.types_in[b]);
  };
  ListedBlock others(state.slots(), phi.groups_without_row());
  PhiRing ring(share, [&](std::uint32_t b) { return pack_words(own_words(b)); });
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b) {
    const Message& message = ring.block(b);
    const auto words = is_own(share, b) ? own_words(b) : others.unpack(message, layout.types_in[b], pool);
    scan({words.data(), {places.data(), b, b + 1U}});
    ring.release();
  }
}

}  // namespace themata::sampling
