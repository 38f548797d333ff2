#include "themata/sampling/scans/phi_parts.hpp"

#include <vector>

#include "themata/sampling/scans/phi_ring.hpp"

namespace themata::sampling {

void for_each_phi_part(const State& state, const std::function<void(const PhiPart&)>& scan) {
  const Layout& layout = state.layout;
  if (!layout.share.is_spread())
    return scan({state.phi.row(0), state.phi.rows(), nullptr, 0, layout.n_blocks});
  if (layout.share.n_held() == 0) return;
  std::vector<std::uint32_t> row_of(layout.block_of.size());
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b)
    for (std::uint32_t i = 0; i < layout.types_in[b]; ++i)
      row_of[layout.types_by_block[layout.block_begin[b] + i]] = i;
  PhiRing ring(state);
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b) {
    scan({ring.block(b), layout.types_in[b], row_of.data(), b, b + 1U});
    ring.release();
  }
}

}  // namespace themata::sampling
