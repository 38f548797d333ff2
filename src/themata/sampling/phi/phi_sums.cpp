#include "themata/sampling/phi/phi_sums.hpp"

#include <algorithm>
#include <utility>

#include "themata/sampling/phi/phi_types.hpp"

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

/// Adds up the `width` numbers of all word types. @param add  add(v, sums): adds those of a type
template <class Add>
std::vector<double> add_types(std::size_t n_types, std::size_t width, Pool& pool, const Add& add) {
  std::vector<std::vector<double>> parts((n_types + phi_chunk - 1) / phi_chunk);
  pool.for_chunks(n_types, phi_chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double>& part = parts[first / phi_chunk];
    part.assign(width, 0.0);
    for (std::size_t v = first; v < last; ++v) add(v, part);
  });
  std::vector<double> sums(width, 0.0);
  for (const std::vector<double>& part : parts)
    for (std::size_t k = 0; k < width; ++k) sums[k] += part[k];
  return sums;
}

/// The same of rows.
std::vector<double> add_rows(std::span<const float* const> rows, std::size_t width, Pool& pool) {
  return add_types(rows.size(), width, pool, [&](std::size_t v, std::span<double> sums) {
    for (std::size_t k = 0; k < width; ++k) sums[k] += static_cast<double>(rows[v][k]);
  });
}

/// Where each word type's part is in the messages of the ranks, which have those of their blocks.
/// @param size_of  size_of(part): numbers in the part that begins there
template <class T, class SizeOf>
std::vector<const T*> parts_by_type(const Layout& layout, std::span<const Message> messages,
                                    const SizeOf& size_of) {
  std::vector<const T*> next, parts(layout.block_of.size());
  for (const Message& message : messages) next.push_back(values_in<T>(message).data());
  for (std::uint32_t b = 0; b < layout.n_blocks; ++b) {
    const T*& part = next[layout.share.owner(b)];
    for (const std::uint32_t v : layout.types_of(b)) {
      parts[v] = part;
      part += size_of(part);
    }
  }
  return parts;
}

/// Sends each rank its message, and receives those of all. @param make  make(rank)
template <class Make>
std::vector<Message> exchange(const Communicator& ranks, Pool& pool, const Make& make) {
  std::vector<Message> messages(ranks.size());
  pool.for_each(ranks.size(), [&](std::size_t rank) {
    if (rank == ranks.rank())
      messages[rank] = make(rank);
    else
      ranks.send(rank, phi_columns_tag, make(rank));
  });
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) messages[rank] = ranks.receive(rank, phi_columns_tag);
  return messages;
}

/// A mass in a list, and before a word type's masses their number in place of the slot.
struct Listed {
  std::uint32_t slot;
  float mass;
};

/// The masses of some slots in every row of lists.
template <class Entries>
Message listed_of(std::size_t n_rows, SlotRange range, const Entries& entries) {
  std::vector<Listed> listed;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::size_t head = listed.size();
    listed.push_back({0, 0});
    for (const MassEntry& entry : entries(row))
      if (entry.topic >= range.first && entry.topic < range.last) listed.push_back({entry.topic, entry.mass});
    listed[head].slot = static_cast<std::uint32_t>(listed.size() - head - 1);
  }
  return to_message(std::span<const Listed>(listed));
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
  const std::vector<Message> columns = exchange(ranks, pool, [&](std::size_t rank) {
    return columns_of(state, slots_added_by(rank, state.slots(), ranks.size()));
  });
  const std::size_t width = slots_added_by(ranks.rank(), state.slots(), ranks.size()).size();
  const auto rows = parts_by_type<float>(state.layout, columns, [&](const float*) { return width; });
  const std::vector<double> sums = add_rows(rows, width, pool);
  return ranks.gather(std::span<const double>(sums));
}

std::vector<double> sum_listed_phi(const Layout& layout, std::size_t slots, Pool& pool,
                                   const std::function<std::span<const MassEntry>(std::size_t)>& entries) {
  const Communicator& ranks = *layout.share.ranks;
  const std::size_t n_rows = PhiTypes(layout).size();
  const std::vector<Message> messages = exchange(ranks, pool, [&](std::size_t rank) {
    return listed_of(n_rows, slots_added_by(rank, slots, ranks.size()), entries);
  });
  const auto lists =
      parts_by_type<Listed>(layout, messages, [](const Listed* head) { return std::size_t{1} + head->slot; });
  const SlotRange mine = slots_added_by(ranks.rank(), slots, ranks.size());
  const std::vector<double> sums =
      add_types(lists.size(), mine.size(), pool, [&](std::size_t v, std::span<double> here) {
        for (const Listed& listed : std::span(lists[v] + 1, lists[v]->slot))
          here[listed.slot - mine.first] += static_cast<double>(listed.mass);
      });
  return ranks.gather(std::span<const double>(sums));
}

std::vector<std::int32_t> counts_of_topic(const State& state, std::size_t slot) {
  std::vector<std::int32_t> counts(state.word_topic.rows());
  for (std::size_t v = 0; v < counts.size(); ++v) counts[v] = state.word_topic.row(v)[slot];
  const Share& share = state.layout.share;
  if (!share.is_spread() || topic_sizes(state)[slot] == 0) return counts;
  std::vector<std::uint32_t> listed;  // types, and their counts above 0, which other ranks do not have
  for (std::size_t v = 0; v < counts.size(); ++v)
    if (counts[v] > 0)
      listed.insert(listed.end(), {static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(counts[v])});
  const std::vector<std::uint32_t> all = share.ranks->gather(std::span<const std::uint32_t>(listed));
  for (std::size_t i = 0; i < all.size(); i += 2) counts[all[i]] = static_cast<std::int32_t>(all[i + 1]);
  return counts;
}

void fit_phi(State& state) {
  if (state.phi.columns() != state.slots())
    state.phi = Matrix<float>(PhiTypes(state.layout).size(), state.slots());
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
