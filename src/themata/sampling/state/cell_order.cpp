#include "themata/sampling/state/cell_order.hpp"

namespace themata::sampling {

CellOrder::CellOrder(std::size_t n) : done_(n, 0), left_(n * n) {
  for (std::size_t g = 0; g < n; ++g) ready_.push_back({g, g});
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
  const std::size_t n = done_.size();
  const std::size_t g = cell.group, step = ++done_[g];
  --left_;
  // The next cell of group g waits for group g + 1 to be done with its block; group g - 1 may wait for this
  // one.
  if (const std::size_t ahead = (g + 1) % n; step < n && done_[ahead] >= step)
    ready_.push_back({g, (g + step) % n});
  if (const std::size_t behind = (g + n - 1) % n; step < n && behind != g && done_[behind] == step)
    ready_.push_back({behind, (behind + step) % n});
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
