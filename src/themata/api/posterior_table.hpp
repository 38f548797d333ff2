#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace themata {

/// What the numbers of a table were computed from.
enum class TableSource {
  kept_draws,  ///< posterior means and standard deviations over the kept draws
  one_draw     ///< means and, if there are any, standard deviations given the draw that is shown
};

/// Posterior means and standard deviations of probabilities, in rows.
struct PosteriorTable {
  std::size_t rows = 0, columns = 0;
  std::vector<float> mean,
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
