#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "support/enumeration.hpp"
#include "support/statistics.hpp"
#include "themata/inference/gibbs.hpp"
#include "themata/predict/left_to_right.hpp"

// One document under known topics, small enough to add up all K^N assignments of its tokens.
namespace themata::testing {

using Words = std::vector<std::uint32_t>;

struct KnownProblem {
  std::vector<double> prior;  ///< a_k
  Table phi;                  ///< K x V
  Words seen, held;
  double discount = 0;  ///< b; with it theta ~ PY(b, sum a - b, a / sum a)

  KnownTopics topics() const {
    std::vector<double> by_word;
    for (std::size_t v = 0; v < phi.front().size(); ++v)
      for (const auto& row : phi) by_word.push_back(row[v]);
    return {prior, by_word, discount};
  }
};

inline Table three_topics() { return {{.6, .3, .05, .05}, {.1, .1, .7, .1}, {.25, .05, .2, .5}}; }

/// Topics that the words tell apart badly, so that what comes later changes what came before.
inline std::vector<KnownProblem> known_problems() {
  return {{{.1, .1, .1}, three_topics(), {0, 1, 2, 3, 0}, {0, 2}},
          {{2, .3, .05}, three_topics(), {2, 2, 3, 1, 0, 2}, {1}},
          {{.7, 1.2, .4}, three_topics(), {3}, {3, 3, 0}},
          {{.2, .5, .1}, three_topics(), {}, {1, 2}},
          {{.5, .3, .4}, three_topics(), {0, 1, 2, 3, 0}, {0, 2}, .6},
          {{.1, .1, .2}, three_topics(), {2, 2, 3, 1, 0}, {1}, .5},  // a concentration of -.1
          {{.2, .5, .1}, three_topics(), {}, {1, 2}, .3}};
}

/// What follows from adding up all assignments of a problem's seen words.
struct KnownPosterior {
  double log_p = 0;                  ///< of the seen words
  std::vector<double> mean, square;  ///< E(theta_k), E(theta_k^2)
  std::vector<double> held;          ///< P(w | seen words) of each held word
};

/// Adds up all seatings of a document with a discount, customer after customer (Teh 2006, section 3). theta's
/// moments are the probabilities that the next token, and the one after it, have a topic.
class SeatedSum {
 public:
  explicit SeatedSum(const KnownProblem& problem) : problem_(problem), total_(0) {
    for (const double a : problem.prior) total_ += a;
  }

  KnownPosterior posterior() {
    const std::size_t topics = problem_.prior.size();
    sums_ = {0, std::vector<double>(topics), std::vector<double>(topics),
             std::vector<double>(problem_.held.size())};
    seat(0, 1);
    for (auto* values : {&sums_.mean, &sums_.square, &sums_.held})
      for (double& x : *values) x /= p_words_;
    sums_.log_p = std::log(p_words_);
    return sums_;
  }

 private:
  struct Seats {
    double customers;
    std::size_t topic;
  };

  /// The next customer's distribution: visit(topic, probability) with the customer at its table.
  template <class Visit>
  void for_each_seat(const Visit& visit) {
    double n = 0;
    for (const Seats& table : tables_) n += table.customers;
    const double b = problem_.discount, alpha = total_ - b, of_all = n == 0 ? 1 : n + alpha;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const double p = (tables_[t].customers - b) / of_all;
      tables_[t].customers += 1;
      visit(tables_[t].topic, p);
      tables_[t].customers -= 1;
    }
    const double fresh = n == 0 ? 1 : (alpha + b * static_cast<double>(tables_.size())) / of_all;
    for (std::size_t k = 0; k < problem_.prior.size(); ++k) {
      tables_.push_back({1, k});
      visit(k, fresh * problem_.prior[k] / total_);
      tables_.pop_back();
    }
  }

  void seat(std::size_t i, double p) {
    if (i < problem_.seen.size()) {
      for_each_seat([&](std::size_t k, double q) { seat(i + 1, p * q * problem_.phi[k][problem_.seen[i]]); });
      return;
    }
    p_words_ += p;
    for_each_seat([&](std::size_t k, double q) {
      sums_.mean[k] += p * q;
      for (std::size_t w = 0; w < problem_.held.size(); ++w)
        sums_.held[w] += p * q * problem_.phi[k][problem_.held[w]];
      for_each_seat([&](std::size_t next, double r) { sums_.square[k] += next == k ? p * q * r : 0; });
    });
  }

  const KnownProblem& problem_;
  double total_, p_words_ = 0;
  std::vector<Seats> tables_;
  KnownPosterior sums_;
};

inline KnownPosterior add_up(const KnownProblem& problem) {
  if (problem.discount > 0) return SeatedSum(problem).posterior();
  const std::size_t topics = problem.prior.size(), n = problem.seen.size();
  double total = static_cast<double>(n), p_words = 0;
  for (const double a : problem.prior) total += a;
  KnownPosterior sums{0, std::vector<double>(topics), std::vector<double>(topics),
                      std::vector<double>(problem.held.size())};
  Topics z(n, 0);
  for (bool more = true; more;) {
    std::vector<double> m(topics);
    double log_words = 0;
    for (std::size_t i = 0; i < n; ++i) {
      ++m[z[i]];
      log_words += std::log(problem.phi[z[i]][problem.seen[i]]);
    }
    const double p = std::exp(log_words + log_document(m, problem.prior));
    p_words += p;
    for (std::size_t k = 0; k < topics; ++k) {
      const double a = m[k] + problem.prior[k];
      sums.mean[k] += p * a / total;
      sums.square[k] += p * a * (a + 1) / (total * (total + 1));
      for (std::size_t i = 0; i < problem.held.size(); ++i)
        sums.held[i] += p * a / total * problem.phi[k][problem.held[i]];
    }
    std::size_t i = 0;
    while (i < n && ++z[i] == topics) z[i++] = 0;
    more = i < n;
  }
  for (auto* values : {&sums.mean, &sums.square, &sums.held})
    for (double& x : *values) x /= p_words;
  sums.log_p = std::log(p_words);
  return sums;
}

/// The largest |z| of the means of `runs` independent runs, each a list of values, against exact values.
inline double worst_z(std::size_t runs, const std::vector<double>& exact,
                      const std::function<std::vector<double>(Stream&)>& run) {
  std::vector<std::vector<double>> values(exact.size());
  for (std::size_t r = 0; r < runs; ++r) {
    Stream stream({11}, Purpose::held_out, 0, r);
    const std::vector<double> of_run = run(stream);
    for (std::size_t i = 0; i < exact.size(); ++i) values[i].push_back(of_run.at(i));
  }
  double worst = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Estimate estimate = from_batches(values[i]);
    if (std::abs(estimate.mean - exact[i]) > 1e-12)  // less is rounding, where nothing is random
      worst = std::max(worst, std::abs(z_score(estimate, exact[i])));
  }
  return worst;
}

using SharesEstimator =
    std::function<ProportionMoments(const KnownTopics&, const Words&, const GibbsLength&, Stream&)>;

/// theta's first and second moments, over 2000 runs of 60 sweeps. Second moments, since those of a short run
/// have no bias.
inline double shares_z(const KnownProblem& problem, const SharesEstimator& estimate) {
  const KnownPosterior posterior = add_up(problem);
  std::vector<double> exact = posterior.mean;
  exact.insert(exact.end(), posterior.square.begin(), posterior.square.end());
  const KnownTopics topics = problem.topics();
  return worst_z(2000, exact, [&](Stream& stream) {
    const ProportionMoments moments = estimate(topics, problem.seen, {60, 20}, stream);
    std::vector<double> values = moments.mean;
    for (std::size_t k = 0; k < moments.mean.size(); ++k)
      values.push_back(moments.variance[k] + moments.mean[k] * moments.mean[k]);
    return values;
  });
}

using WordPredictor =
    std::function<std::vector<double>(const KnownTopics&, const KnownProblem&, const GibbsLength&, Stream&)>;

/// The probabilities of the held words, over 8000 runs of 60 sweeps.
inline double held_z(const KnownProblem& problem, const WordPredictor& predict) {
  const KnownTopics topics = problem.topics();
  return worst_z(8000, add_up(problem).held, [&](Stream& stream) {
    return predict(topics, problem, {60, 20}, stream);
  });
}

using LeftToRight = std::function<double(const KnownTopics&, const Words&, const Particles&, Stream&)>;

/// The estimates of p(w) of the seen words, in units of it: their mean should be 1. Over 20,000 runs.
inline double unbiased_z(const KnownProblem& problem, const Particles& particles,
                         const LeftToRight& estimate) {
  const double log_p = add_up(problem).log_p;
  const KnownTopics topics = problem.topics();
  return worst_z(20'000, {1}, [&](Stream& stream) {
    return std::vector<double>{std::exp(estimate(topics, problem.seen, particles, stream) - log_p)};
  });
}

/// One particle alone, too few redraws to forget, and many of both.
inline std::vector<Particles> particle_settings() { return {{1, 0}, {1, 100}, {2, 0}, {3, 2}, {8, 100}}; }

}  // namespace themata::testing
