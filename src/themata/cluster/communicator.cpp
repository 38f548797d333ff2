#include "themata/cluster/communicator.hpp"

#include <algorithm>

namespace themata {

namespace {

/// Part i of n about equal parts of an array.
template <class T>
std::span<T> part_of(std::span<T> values, std::size_t i, std::size_t n) {
  const std::size_t first = values.size() * i / n;
  return values.subspan(first, values.size() * (i + 1) / n - first);
}

}  // namespace

// The operations go round the ring of ranks, so that each rank sends about twice what it has, or all others'
// parts once, whatever their number.
template <class Integer>
void Communicator::sum_all(std::span<Integer> values) const {
  const std::size_t n = size(), next = (rank() + 1) % n, before = (rank() + n - 1) % n;
  // In step i each rank adds its own part rank - 1 - i to what comes; after n - 1 of them part rank + 1 - n,
  // which is rank + 1, is whole here.
  for (std::size_t i = 0; i + 1 < n; ++i) {
    send(next, sum_tag, to_message(std::span<const Integer>(part_of(values, (rank() + n - i) % n, n))));
    const auto come = from_message<Integer>(receive(before, sum_tag));
    const auto mine = part_of(values, (rank() + 2 * n - 1 - i) % n, n);
    std::ranges::transform(mine, come, mine.begin(), std::plus());
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    send(next, sum_tag, to_message(std::span<const Integer>(part_of(values, (rank() + 1 + n - i) % n, n))));
    std::ranges::copy(from_message<Integer>(receive(before, sum_tag)),
                      part_of(values, (rank() + n - i) % n, n).begin());
  }
}

template void Communicator::sum_all(std::span<std::uint64_t> values) const;
template void Communicator::sum_all(std::span<std::int32_t> values) const;

std::vector<Message> Communicator::gather_messages(Message mine) const {
  const std::size_t n = size(), next = (rank() + 1) % n, before = (rank() + n - 1) % n;
  std::vector<Message> all(n);
  all[rank()] = std::move(mine);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    send(next, gather_tag, all[(rank() + n - i) % n]);
    all[(rank() + 2 * n - 1 - i) % n] = receive(before, gather_tag);
  }
  return all;
}

}  // namespace themata
