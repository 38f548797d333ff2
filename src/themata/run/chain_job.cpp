#include "themata/run/chain_job.hpp"

#include <algorithm>

namespace themata {

FitOptions options_at_start(const ModelPlugin& model, const FitOptions& options, std::uint32_t chain) {
  FitOptions own = options;
  if (model.info().grows && own.has("topics"))
    own.set("topics", std::max<std::uint64_t>(1, own.whole("topics") / chain));
  return own;
}

}  // namespace themata
