#include "themata/sampling/phi/phi_sums.hpp"

#include <algorithm>
#include <span>

namespace themata::sampling {

namespace {

struct SlotRange {
  std::size_t first, last;
  std::size_t size() const { return last - first; }
};

/// The slots whose masses a rank adds.
SlotRange slots_added_by(std::size_t rank, std::size_t slots, std::size_t n_ranks) {
  return {slots * rank / n_ranks, slots * (rank + 1) / n_ranks};
}

/// The masses of some slots in every row of State::phi, one row after the other.
Message columns_of(const State& state, SlotRange range) {
  Message message(state.phi.rows() * range.size() * sizeof(float));
  float* out = values_in<float>(message).data();
  for (std::size_t row = 0; row < state.phi.rows(); ++row)
    out = std::copy_n(state.phi.row(row) + range.first, range.size(), out);
  return message;
}

/// Adds up the word types' rows of `width` numbers.
std::vector<double> add_rows(std::span<const float* const> rows, std::size_t width, Pool& pool) {
  std::vector<std::vector<double>> parts((rows.size() + phi_chunk - 1) / phi_chunk);
  pool.for_chunks(rows.size(), phi_chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double>& part = parts[first / phi_chunk];
    part.assign(width, 0.0);
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < width; ++k) part[k] += static_cast<double>(rows[v][k]);
  });
  std::vector<double> sums(width, 0.0);
  for (const std::vector<double>& part : parts)
    for (std::size_t k = 0; k < width; ++k) sums[k] += part[k];
  return sums;
}

/// Where each word type's row is in the messages of the ranks, which have those of their blocks.
std::vector<const float*> rows_by_type(const Layout& layout, std::span<const Message> messages,
                                       std::size_t width) {
  std::vector<const float*> next, rows(layout.block_of.size());
  for (const Message& message : messages) next.push_back(values_in<float>(message).data());
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b) {
    const float*& row = next[layout.share.owner(b)];
    for (const std::uint32_t v : layout.types_of(b)) {
      rows[v] = row;
      row += width;
    }
  }
  return rows;
}

}  // namespace

std::vector<double> sum_phi(const State& state, Pool& pool) {
  const Share& share = state.layout.share;
  if (!share.is_spread()) {
    std::vector<const float*> rows;
    for (std::size_t v = 0; v < state.phi.rows(); ++v) rows.push_back(state.phi.row(v));
    return add_rows(rows, state.slots(), pool);
  }
  const Communicator& ranks = *share.ranks;
  std::vector<Message> columns(ranks.size());
  pool.for_each(ranks.size(), [&](std::size_t rank) {
    Message message = columns_of(state, slots_added_by(rank, state.slots(), ranks.size()));
    if (rank == ranks.rank())
      columns[rank] = std::move(message);
    else
      ranks.send(rank, phi_columns_tag, std::move(message));
  });
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) columns[rank] = ranks.receive(rank, phi_columns_tag);
  const std::size_t width = slots_added_by(ranks.rank(), state.slots(), ranks.size()).size();
  const std::vector<double> sums = add_rows(rows_by_type(state.layout, columns, width), width, pool);
  return ranks.gather(std::span<const double>(sums));
}

void raise_over_ranks(const Share& share, std::vector<float>& by_slot) {
  if (!share.is_spread()) return;
  const std::vector<float> all = share.ranks->gather(std::span<const float>(by_slot));
  for (std::size_t i = 0; i < all.size(); ++i) {
    float& largest = by_slot[i % by_slot.size()];
    largest = std::max(largest, all[i]);
  }
}

}  // namespace themata::sampling
