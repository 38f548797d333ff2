#pragma once

#include <vector>

#include "themata/calibrate/ranks.hpp"
#include "themata/calibration/problem.hpp"
#include "themata/chain/pool.hpp"

namespace themata {

/// Ranks the true values of every data set among its draws: one test per quantity. Quantities that are the
/// same in every data set (hyperparameters that are not learned) have none. The result does not depend on the
/// number of threads.
/// @param run  at least one data set
std::vector<RankTest> calibrate(const CalibrationProblem& problem, const CalibrationRun& run, Pool& pool);

}  // namespace themata
