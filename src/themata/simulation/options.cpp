#include "themata/simulation/options.hpp"

#include <fmt/core.h>

#include "themata/io/error.hpp"

namespace themata::simulate {

void complete_lengths(CorpusOptions& options) {
  const bool log_normal = options.lengths == "log-normal", given = options.length_sd != automatic_number;
  if (given && !log_normal)
    throw UsageError(
        fmt::format("`length-sd` can be used only with `lengths` log-normal, not {}", options.lengths));
  if (log_normal && !given) options.length_sd = options.length / 2;
}

void require_above(const NamedNumber& concentration, const NamedNumber& discount) {
  if (!(concentration.value > -discount.value))
    throw UsageError(
        OptionFault{std::string(concentration.name), fmt::format("{:g}", concentration.value),
                    fmt::format("a number above minus `{}`, {:g}", discount.name, 0 - discount.value)});
}

}  // namespace themata::simulate
