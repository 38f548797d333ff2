#include "themata/sampling/state/cell_order.hpp"

namespace themata::sampling {

CellOrder::CellOrder(std::size_t n, std::size_t first, std::size_t end)
    : n_(n), first_(first), end_(end), done_(end - first, 0), left_((end - first) * n) {
  for (std::size_t g = first; g < end; ++g) ready_.push_back({g, g});
}

std::optional<CellOrder::Place> CellOrder::claim() {
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return std::nullopt;
  const Place cell = ready_.front();
  ready_.pop_front();
  return cell;
}

void CellOrder::finish(Place cell) {
  const std::lock_guard lock(mutex_);
  const std::size_t g = cell.group, step = ++done(g);
  --left_;
  if (step == n_) return changed_.notify_all();
  // The next cell of group g waits for group g + 1 to be done with its block; group g - 1 may wait for this
  // one.
  const std::size_t ahead = (g + 1) % n_, behind = (g + n_ - 1) % n_;
  if ((is_here(ahead) ? done(ahead) : arrived_) >= step) ready_.push_back({g, (g + step) % n_});
  if (is_here(behind) && behind != g && done(behind) == step)
    ready_.push_back({behind, (behind + step) % n_});
  changed_.notify_all();
}

bool CellOrder::await_room() {
  std::unique_lock lock(mutex_);
  // As many blocks have left as the first group is done with, and it waits for none that is still to arrive.
  const std::size_t waiting = (end_ - first_) / 4;
  changed_.wait(lock, [&] { return abandoned_ || arrived_ <= done(first_) + waiting; });
  return !abandoned_;
}

void CellOrder::arrive() {
  const std::lock_guard lock(mutex_);
  const std::size_t last = end_ - 1, step = ++arrived_;
  if (step < n_ && done(last) == step) ready_.push_back({last, (last + step) % n_});
  changed_.notify_all();
}

bool CellOrder::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return abandoned_ || left_ == 0 || !ready_.empty(); });
  return !abandoned_ && left_ > 0;
}

void CellOrder::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

}  // namespace themata::sampling
