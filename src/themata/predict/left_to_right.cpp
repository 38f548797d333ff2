#include "themata/predict/left_to_right.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "themata/inference/token_topics.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

/// Redraws the topics of `redraws` of the first n tokens, cyclically, starting where the last call stopped.
class Redrawing {
 public:
  explicit Redrawing(std::uint64_t redraws) : redraws_(redraws) {}

  /// Sets the first token to redraw; the same for all particles, and known before anything is drawn.
  void begin(std::size_t n) {
    start_ = n == 0 ? 0 : next_ % n;
    count_ = std::min<std::uint64_t>(redraws_, n);
    next_ = n == 0 ? 0 : (start_ + count_) % n;
  }
  void move(TokenTopics& particle, Stream& stream) const {
    const std::size_t n = particle.n_tokens();
    for (std::uint64_t i = 0; i < count_; ++i) particle.redraw((start_ + i) % n, stream);
  }

 private:
  std::uint64_t redraws_, count_ = 0;
  std::size_t start_ = 0, next_ = 0;
};

/// The number of copies of each of R particles, by weight: R equal steps through the running sum of the
/// weights.
void choose_offspring(std::span<const double> weights, double sum, double uniform,
                      std::vector<std::size_t>& offspring) {
  const double step = sum / static_cast<double>(weights.size());
  double next = uniform * step, reached = 0;
  std::size_t given = 0;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    reached += weights[r];
    offspring[r] = 0;
    for (; next < reached && given < weights.size(); next += step, ++given) ++offspring[r];
  }
  offspring.back() += weights.size() - given;  // remainder from rounding
}

/// Replaces particles without offspring by copies of those with more than one.
void replace(std::vector<TokenTopics>& particles, std::vector<std::size_t>& offspring) {
  std::size_t parent = 0;
  for (std::size_t r = 0; r < particles.size(); ++r) {
    if (offspring[r] > 0) continue;
    while (offspring[parent] < 2) ++parent;
    --offspring[parent];
    particles[r] = particles[parent];
  }
}

}  // namespace

double left_to_right(const KnownTopics& topics, std::span<const std::uint32_t> words,
                     const Particles& options, Stream& stream) {
  assert(options.particles > 0);
  std::vector<TokenTopics> particles(options.particles, TokenTopics(topics, words));
  std::vector<double> weights(particles.size());
  std::vector<std::size_t> offspring(particles.size());
  Redrawing redrawing(options.redraws);
  double log_p = 0;
  for (std::size_t n = 0; n < words.size(); ++n) {
    redrawing.begin(n);
    double sum = 0;
    for (std::size_t r = 0; r < particles.size(); ++r) {
      redrawing.move(particles[r], stream);
      sum += weights[r] = particles[r].next_probability();
    }
    log_p += portable_log(sum / static_cast<double>(particles.size()));
    choose_offspring(weights, sum, stream.uniform(), offspring);
    replace(particles, offspring);
    for (TokenTopics& particle : particles) particle.append(stream);
  }
  return log_p;
}

}  // namespace themata
