#include "themata/counts/mask_odds.hpp"

#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"

namespace themata {

double OneMore::find(std::size_t s) {
  if (known_.size() <= s) known_.resize(s + 1, 0.0);
  const double others = static_cast<double>(s) * weight_;
  const double all = static_cast<double>(s + 1) * weight_;
  return known_[s] = portable_exp(log_rising(others, n_) - log_rising(all, n_));
}

}  // namespace themata
