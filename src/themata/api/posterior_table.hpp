#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace themata {

/// What the numbers of a table were computed from.
enum class TableSource {
  kept_draws,  ///< posterior means and standard deviations over the kept draws
  one_draw     ///< means and, if there are any, standard deviations given the draw that is shown
};

/// Numbers that may be held elsewhere, such as in a file that is mapped into memory. Copies share them.
class SharedFloats {
 public:
  SharedFloats() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a vector is such numbers
  SharedFloats(std::vector<float> values) {
    auto held = std::make_shared<const std::vector<float>>(std::move(values));
    values_ = *held;
    owner_ = std::move(held);
  }
  /// @param owner  keeps the values where they are
  SharedFloats(std::shared_ptr<const void> owner, std::span<const float> values)
      : owner_(std::move(owner)), values_(values) {}

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  float operator[](std::size_t i) const { return values_[i]; }
  const float* data() const { return values_.data(); }
  const float* begin() const { return values_.data(); }
  const float* end() const { return values_.data() + values_.size(); }
  std::span<const float> span() const { return values_; }
  /// Whether the numbers are equal, wherever they are.
  friend bool operator==(const SharedFloats& a, const SharedFloats& b) {
    return std::ranges::equal(a.values_, b.values_);
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const float> values_;
};

/// Posterior means and standard deviations of probabilities, in rows.
struct PosteriorTable {
  std::size_t rows = 0, columns = 0;
  SharedFloats mean,
      sd;  ///< rows x columns; `sd` is empty where the topics of a model come and go between draws
  TableSource source = TableSource::kept_draws;
  std::size_t draws = 0;  ///< how many were averaged over; 1 for one_draw

  float mean_at(std::size_t row, std::size_t column) const { return mean[row * columns + column]; }
  bool has_sd() const { return !sd.empty(); }
  float sd_at(std::size_t row, std::size_t column) const {  ///< NaN without standard deviations
    return has_sd() ? sd[row * columns + column] : std::numeric_limits<float>::quiet_NaN();
  }
};

}  // namespace themata
