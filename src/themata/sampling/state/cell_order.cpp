#include "themata/sampling/state/cell_order.hpp"

#include <algorithm>

namespace themata::sampling {

CellOrder::CellOrder(const Share& share, std::size_t visits_at_once)
    : n_(share.n_groups),
      first_(share.first_group),
      end_(share.end_group),
      visits_at_once_(visits_at_once),
      first_part_(share.first_part),
      done_(share.n_parts(), 0),
      group_of_(done_.size()),
      place_(done_.size()),
      left_(done_.size() * n_) {
  for (std::size_t g = end_; g-- > first_;)
    for (std::size_t part = first_part_[g]; part <= last_part(g); ++part) {
      group_of_[part] = g;
      place_[part] = visited_.size();
      visited_.push_back(part);
    }
  for (std::size_t g = first_; g < end_; ++g) ready_.push_back({g, first_part_[g], g});
}

/// The number of the visit in which a cell is drawn.
std::size_t CellOrder::visit(Place cell) const {
  return place_[cell.part] + (cell.block < cell.group ? visited_.size() : 0);
}

bool CellOrder::is_over(std::size_t visit) const {
  const std::size_t parts = visited_.size(), part = visited_[visit % parts];
  return done_[part] >= (visit < parts ? n_ - group_of_[part] : n_);
}

std::optional<std::size_t> CellOrder::part_after(Place cell, std::size_t visits) const {
  const std::size_t later = visit(cell) + visits;
  return later < 2 * visited_.size() ? std::optional(visited_[later % visited_.size()]) : std::nullopt;
}

/// Cells in the order in which they became ready, or of the earliest visit, if that is soon enough.
std::deque<CellOrder::Place>::const_iterator CellOrder::next_claim() const {
  if (visits_at_once_ == any_number) return ready_.begin();
  const auto earliest = std::ranges::min_element(
      ready_, {}, [&](Place cell) { return std::pair(visit(cell), (cell.block + n_ - cell.group) % n_); });
  return earliest != ready_.end() && visit(*earliest) < visit_ + visits_at_once_ ? earliest : ready_.end();
}

std::optional<CellOrder::Place> CellOrder::claim() {
  const std::lock_guard lock(mutex_);
  const auto next = next_claim();
  if (next == ready_.end()) return std::nullopt;
  const Place cell = *next;
  ready_.erase(next);
  return cell;
}

/// Whether a part can take its next block: when the part before it in the group is done with it, or for the
/// first part the last one of the next group.
bool CellOrder::may_go_on(std::size_t group, std::size_t part) const {
  if (part > first_part_[group]) return done_[part - 1] > done_[part];
  const std::size_t ahead = (group + 1) % n_;
  return (is_here(ahead) ? done_[last_part(ahead)] : arrived_) >= done_[part];
}

/// To be called once when a part has done a cell, and once when the part before it is done with the next one.
void CellOrder::queue_if_ready(std::size_t group, std::size_t part) {
  if (done_[part] < n_ && may_go_on(group, part)) ready_.push_back({group, part, (group + done_[part]) % n_});
}

void CellOrder::finish(Place cell) {
  const std::lock_guard lock(mutex_);
  const std::size_t g = cell.group, step = ++done_[cell.part];
  --left_;
  while (visit_ < 2 * visited_.size() && is_over(visit_)) ++visit_;
  queue_if_ready(g, cell.part);
  if (cell.part < last_part(g)) {
    // The next part of the group takes this block as the same step.
    if (done_[cell.part + 1] + 1 == step) queue_if_ready(g, cell.part + 1);
  } else if (const std::size_t behind = (g + n_ - 1) % n_; is_here(behind)) {
    // The group behind takes it as its next step. Where there is one group, that was asked already.
    const std::size_t next = first_part_[behind];
    if (next != cell.part && done_[next] == step) queue_if_ready(behind, next);
  }
  changed_.notify_all();
}

bool CellOrder::await_room() {
  std::unique_lock lock(mutex_);
  // As many blocks have left as the first group is done with, and it waits for none that is still to arrive.
  const std::size_t waiting = (end_ - first_) / 4;
  changed_.wait(lock, [&] { return abandoned_ || arrived_ <= done_[last_part(first_)] + waiting; });
  return !abandoned_;
}

void CellOrder::arrive() {
  const std::lock_guard lock(mutex_);
  const std::size_t last = end_ - 1, part = first_part_[last], step = ++arrived_;
  if (done_[part] == step) queue_if_ready(last, part);
  changed_.notify_all();
}

bool CellOrder::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return abandoned_ || left_ == 0 || next_claim() != ready_.end(); });
  return !abandoned_ && left_ > 0;
}

void CellOrder::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  changed_.notify_all();
}

}  // namespace themata::sampling
