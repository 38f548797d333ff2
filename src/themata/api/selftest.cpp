#include "themata/api/selftest.hpp"

#include "themata/calibrate/selftest.hpp"
#include "themata/io/json.hpp"

namespace themata {

std::vector<std::string> selftest_models() { return calibrated_names(); }

SelfTestResult selftest(const std::string& model, const GivenOptions& sampler, const SelfTestLength& length,
                        std::uint64_t threads, const std::function<bool()>& go_on) {
  const SelfTest test = run_selftest({.model = model,
                                      .sampler = sampler,
                                      .run = {.data_sets = length.data_sets,
                                              .draws = length.draws,
                                              .burn_in = length.burn_in,
                                              .thin = length.thin,
                                              .seed = length.seed},
                                      .threads = threads},
                                     go_on);
  SelfTestResult result{dump_json(to_json(test)), ranks_svg({test}), test.passed(), {}};
  for (const RankTest& one : test.tests)
    result.quantities.push_back({one.name, uniformity_p(one), one.effective_draws, binned(one)});
  return result;
}

}  // namespace themata
