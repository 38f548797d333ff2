#include "themata/simulation/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "themata/io/error.hpp"

namespace themata::simulate {

std::vector<OptionUse> model_uses(std::vector<OptionUse> own) {
  using O = SimulateOptions;
  own.insert(own.end(), {required(&O::documents), preset(&O::length, 100), open(&O::length_sd),
                         preset(&O::seed, 1), preset(&O::threads, 0)});
  return own;
}

const OptionUse* Simulated::use_of(const OptionUse::Place& place) const {
  const auto found = std::ranges::find(uses, place, &OptionUse::place);
  return found == uses.end() ? nullptr : &*found;
}

void require_above(const char* name, double value, const char* bound, double discount) {
  if (!(value > -discount))
    throw UsageError(fmt::format("`{}` is {:g}; expected a number above minus `{}`, {:g}", name, value, bound,
                                 0 - discount));
}

}  // namespace themata::simulate
