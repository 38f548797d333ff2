#include "themata/counts/spike_distribution.hpp"

#include <algorithm>

#include "themata/random/elementary.hpp"

namespace themata {

namespace {

constexpr double negligible = 45;  ///< terms below e^-45 times the largest are left out

/// One term of the distribution of s.
class SpikeTerm {
 public:
  SpikeTerm(const SpikeTopic& topic, double beta, double pi)
      : topic_(topic),
        beta_(beta),
        log_pi_(portable_log(pi)),
        log_rest_(portable_log(1 - pi)),
        others_(topic.n_types - topic.with_tokens),
        of_others_(portable_lgamma(others_ + 1.0)) {}

  std::uint32_t first() const { return topic_.with_tokens == 0 ? 1 : 0; }
  std::uint32_t last() const { return others_; }
  double operator()(std::uint32_t s) const {
    const double slab = (topic_.with_tokens + static_cast<double>(s)) * beta_;
    const double left = others_ - static_cast<double>(s);
    return of_others_ - portable_lgamma(s + 1.0) - portable_lgamma(left + 1) + s * log_pi_ +
           left * log_rest_ + portable_lgamma(slab) -
           portable_lgamma(static_cast<double>(topic_.tokens) + slab);
  }

 private:
  SpikeTopic topic_;
  double beta_, log_pi_, log_rest_;
  std::uint32_t others_;
  double of_others_;
};

/// The terms rise to one peak and then fall: with tokens they are log-concave, and without they are the
/// binomial's.
std::uint32_t peak_of(const SpikeTerm& term) {
  std::uint32_t low = term.first(), high = term.last();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (term(middle) < term(middle + 1))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace

SpikeDistribution spike_distribution(const SpikeTopic& topic, double beta, double pi) {
  const SpikeTerm term(topic, beta, pi);
  const std::uint32_t peak = peak_of(term);
  const double top = term(peak);
  SpikeDistribution distribution;
  std::vector<double> below;
  for (std::uint32_t s = peak; s-- > term.first() && below.size() < topic.n_types;) {
    below.push_back(term(s));
    if (below.back() < top - negligible) break;
  }
  distribution.first = peak - static_cast<std::uint32_t>(below.size());
  distribution.log_weights.assign(below.rbegin(), below.rend());
  for (std::uint32_t s = peak; s <= term.last(); ++s) {
    distribution.log_weights.push_back(term(s));
    if (distribution.log_weights.back() < top - negligible) break;
  }
  double sum = 0;
  for (const double x : distribution.log_weights) sum += portable_exp(x - top);
  distribution.log_sum = top + portable_log(sum);
  return distribution;
}

std::uint32_t draw_spike(Stream& stream, const SpikeDistribution& distribution) {
  double rest = stream.uniform();
  std::size_t i = 0;
  while (i + 1 < distribution.log_weights.size()) {
    const double p = portable_exp(distribution.log_weights[i] - distribution.log_sum);
    if (rest < p) break;
    rest -= p;
    ++i;
  }
  return distribution.first + static_cast<std::uint32_t>(i);
}

double expectation(const SpikeDistribution& distribution, const std::function<double(double)>& value) {
  double sum = 0;
  for (std::size_t i = 0; i < distribution.log_weights.size(); ++i)
    sum += portable_exp(distribution.log_weights[i] - distribution.log_sum) *
           value(distribution.first + static_cast<double>(i));
  return sum;
}

SpikeMeans spike_means(const SpikeTopic& topic, const SpikeDistribution& distribution, double beta) {
  const auto total = [&](double s) {
    return static_cast<double>(topic.tokens) + (topic.with_tokens + s) * beta;
  };
  const double others = topic.n_types - topic.with_tokens;
  const double inverse = expectation(distribution, [&](double s) { return 1 / total(s); });
  const double active =
      others > 0 ? expectation(distribution, [&](double s) { return s / others / total(s); }) : 0;
  return {1 / inverse, beta * active / inverse};
}

}  // namespace themata
