#include "themata/api/effects.hpp"

#include "themata/api/access.hpp"
#include "themata/effects/effect.hpp"
#include "themata/effects/trends.hpp"

namespace themata {

EffectResult effect(const Fit& fit, const EffectOptions& options, const ReadOptions& read) {
  Pool pool(threads_for(read.threads), read.go_on);
  return effect(detail::Access::folder(fit), read.chain, options, pool);
}

TrendsResult trends(const Fit& fit, const TrendOptions& options, const ReadOptions& read) {
  Pool pool(threads_for(read.threads), read.go_on);
  return trends(detail::Access::folder(fit), read.chain, options, pool);
}

}  // namespace themata
