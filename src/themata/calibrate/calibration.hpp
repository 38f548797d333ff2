#pragma once

#include <vector>

#include "themata/calibrate/ranks.hpp"
#include "themata/calibration/problem.hpp"
#include "themata/chain/pool.hpp"

namespace themata {

/// Ranks the truth of every data set among its draws: a test a quantity, but for those that are the same in every data set:
/// hyperparameters that are not learned, of which ranks say nothing. The same for any number of threads.
/// @param run  at least one data set
std::vector<RankTest> calibrate(const CalibrationProblem& problem, const CalibrationRun& run, Pool& pool);

}  // namespace themata
