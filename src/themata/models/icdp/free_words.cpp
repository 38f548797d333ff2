#include "themata/models/icdp/free_words.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"

namespace themata::icdp {

FreeWords::FreeWords(std::vector<double> presence, double beta, std::uint32_t others, std::int64_t tokens)
    : presence_(std::move(presence)),
      beta_(beta),
      others_(others),
      tokens_(tokens),
      first_((presence_.size() + 1) * (presence_.size() + 1)),
      weights_(presence_.size() + 1) {
  const std::size_t n = presence_.size();
  first(0, 0) = 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s <= i; ++s) {
      first(i + 1, s) += (1 - presence_[i]) * first(i, s);
      first(i + 1, s + 1) += presence_[i] * first(i, s);
    }
  const auto log_g = [&](std::size_t s) {
    return -log_rising(beta_ * static_cast<double>(others_ + s), tokens_);
  };
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s <= n; ++s) {
    weights_[s] =
        first(n, s) > 0 ? portable_log(first(n, s)) + log_g(s) : -std::numeric_limits<double>::infinity();
    top = std::max(top, weights_[s]);
  }
  double sum = 0;
  for (double& weight : weights_) sum += weight = weight > -1e300 ? portable_exp(weight - top) : 0;
  log_sum_ = portable_log(sum) + top - log_g(n);
}

double FreeWords::log_rising_with_all(std::int64_t n) const {
  return log_rising(beta_ * static_cast<double>(others_ + size()) + static_cast<double>(tokens_), n);
}

std::vector<bool> FreeWords::draw(Stream& stream) const {
  std::size_t on = draw_index(stream, weights_);
  std::vector<bool> which(size());
  for (std::size_t i = size(); i-- > 0;) {
    const double with = on > 0 ? presence_[i] * first(i, on - 1) : 0;
    which[i] = stream.uniform() * first(i + 1, on) < with;
    if (which[i]) --on;
  }
  return which;
}

}  // namespace themata::icdp
