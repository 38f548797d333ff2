#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "themata/api/simulation.hpp"

namespace themata {

/// The length of a self-test, for each model.
struct SelfTestLength {
  std::uint64_t data_sets = 500;  ///< drawn from the model
  std::uint64_t draws = 99;       ///< for each data set; one less than a multiple of 20
  std::uint64_t burn_in = 200;    ///< sweeps before the first draw
  std::uint64_t thin = 0;         ///< sweeps between draws; 0: as the model needs it
  std::uint64_t seed = 1;
};

/// The ranks of the true values of one quantity.
struct RankedQuantity {
  std::string name;
  double p = 0;                     ///< that ranks of a correct sampler are as uneven as these
  double effective_draws = 0;       ///< mean over data sets
  std::vector<std::uint32_t> bins;  ///< data sets by rank, in 20 bins of equal width
};

/// What a self-test found.
struct SelfTestResult {
  std::string json;  ///< model, sampler, whether it is exact, length, "passed", quantities
  std::string svg;   ///< a picture of the ranks
  bool passed = false;
  std::vector<RankedQuantity> quantities;
};

/// Names of the models that can be tested.
std::vector<std::string> selftest_models();

/// Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018) of a model with one of
/// its samplers, as `themata selftest` runs it: on data sets drawn from the model, the ranks of true values
/// among the sampler's draws must be uniform.
/// @param sampler  options that choose the sampler
/// @param go_on  asked now and then on the calling thread; false ends the work: Cancelled is thrown
/// @throws UsageError naming an option and its range
SelfTestResult selftest(const std::string& model, const GivenOptions& sampler = {},
                        const SelfTestLength& length = {}, std::uint64_t threads = 0,
                        const std::function<bool()>& go_on = {});

}  // namespace themata
