#pragma once

#include <cstddef>
#include <vector>

#include "themata/counts/assignment.hpp"

namespace themata {

/// Points in the plane whose distances resemble those given.
struct PlaneMap {
  std::vector<double> x, y;  ///< n each; centered
  /// Proportion of the sum of squared distances (of the landmarks) that both coordinates reproduce, from 0 to
  /// 1.
  double explained = 0;
};

/// Classical multidimensional scaling (Torgerson 1952): the two leading eigenvectors of -J D^2 J / 2, times
/// the roots of their eigenvalues. With more than `most_landmarks` points the first ones are placed in this
/// way, and each other by its distances to them (landmark MDS: de Silva & Tenenbaum 2004, section 2). The
/// largest coordinate of an axis is positive, so that equal distances give equal maps.
/// @param distances  n x n, symmetric, 0 on the diagonal
PlaneMap scale_to_plane(const CostMatrix& distances, std::size_t most_landmarks = 400);

}  // namespace themata
