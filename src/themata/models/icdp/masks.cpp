#include "themata/models/icdp/masks.hpp"

#include <algorithm>

namespace themata::icdp {

std::uint32_t WordMask::words(std::size_t k) const {
  std::uint32_t sum = n_latent[k];
  for (std::size_t b = 0; b < in_block.rows(); ++b) sum += in_block.row(b)[k];
  return sum;
}

void recount(TopicMask& mask, std::size_t slots) {
  mask.documents.assign(slots, 0);
  for (const auto& list : mask.of)
    for (const Topic k : list) ++mask.documents[k];
}

void recount(WordMask& mask, const sampling::Layout& layout, std::size_t slots) {
  mask.topics.assign(mask.on.rows(), 0);
  mask.in_block = Matrix<std::uint32_t>(layout.n_blocks, slots);
  mask.n_latent.assign(slots, 0);
  for (std::size_t v = 0; v < mask.on.rows(); ++v)
    mask.on.for_each(v, [&](std::size_t k) {
      ++mask.topics[v];
      ++mask.in_block.row(layout.block_of[v])[k];
    });
  for (const auto& list : mask.latent)
    for (const Topic k : list) ++mask.n_latent[k];
}

void widen(TopicMask& mask, std::size_t slots) { mask.documents.resize(slots, 0); }

void widen(WordMask& mask, std::size_t slots) {
  if (mask.everything()) return;
  mask.on.widen(slots);
  Matrix<std::uint32_t> wider(mask.in_block.rows(), slots);
  for (std::size_t b = 0; b < wider.rows(); ++b) std::ranges::copy(mask.in_block.span(b), wider.row(b));
  mask.in_block = std::move(wider);
  mask.n_latent.resize(slots, 0);
}

void set_word(WordMask& mask, const sampling::Layout& layout, std::size_t v, std::size_t k, bool on) {
  if (mask.on.test(v, k) == on) return;
  if (on)
    mask.on.set(v, k);
  else
    mask.on.clear(v, k);
  const std::uint32_t by = on ? 1 : UINT32_MAX;  // UINT32_MAX adds -1 in unsigned arithmetic
  mask.topics[v] += by;
  mask.in_block.row(layout.block_of[v])[k] += by;
}

void clear_topic(WordMask& mask, const sampling::Layout& layout, std::size_t k) {
  for (std::size_t v = 0; v < mask.on.rows(); ++v) set_word(mask, layout, v, k, false);
  for (auto& list : mask.latent) std::erase(list, static_cast<Topic>(k));
  std::erase_if(mask.latent, [](const auto& list) { return list.empty(); });
  mask.n_latent[k] = 0;
}

}  // namespace themata::icdp
