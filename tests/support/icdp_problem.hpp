#pragma once

#include <array>
#include <cmath>

#include "support/occupancy.hpp"
#include "themata/models/icdp/model.hpp"

// The focused topic model on seven tokens of two documents, by adding up the masks: which of both documents
// may use each of the topics with tokens, and how many topics without tokens each of them, or both, may use.
namespace themata::testing {

struct FtmSetting {
  double alpha, beta;
  icdp::Ibp process;
};

/// Who of two customers tries a dish. A buffet's dishes of each kind are Poisson in number, apart from each
/// other's.
enum Pattern : unsigned { first = 1, second = 2, both = 3 };

/// Their means, customer after customer: the second tries what the first has tried with probability (1 -
/// sigma) / (1 + delta).
inline std::array<double, 4> pattern_means(const icdp::Ibp& process) {
  const double again = (1 - process.discount) / (1 + process.concentration);
  const double fresh =
      process.mass * (process.concentration + process.discount) / (1 + process.concentration);
  return {0, process.mass * (1 - again), fresh, process.mass * again};
}

inline double log_poisson(double mean, int n) { return n * std::log(mean) - mean - std::lgamma(n + 1.0); }

/// log of the sum over topics without tokens, given that the documents may use `used` with tokens or without,
/// of prod_d G(s_d alpha) / G(s_d alpha + N_d).
inline double log_of_empty_topics(const Problem& problem, const FtmSetting& setting,
                                  const std::array<int, 2>& used) {
  constexpr int many = 40;
  const std::array<double, 4> means = pattern_means(setting.process);
  const auto document = [&](std::size_t d, int topics) {
    const double all = topics * setting.alpha;
    return std::lgamma(all) - std::lgamma(all + static_cast<double>(problem.documents[d].size()));
  };
  double sum = 0;
  for (int a = 0; a < many; ++a)
    for (int b = 0; b < many; ++b)
      for (int c = 0; c < many; ++c)
        sum += std::exp(log_poisson(means[first], a) + log_poisson(means[second], b) +
                        log_poisson(means[both], c) + document(0, used[0] + a + c) +
                        document(1, used[1] + b + c));
  return std::log(sum);
}

/// log p(z, w) of a partition: a topic that one document has tokens of may or may not be used by the other
/// too.
inline double log_ftm(const Counts& counts, const FtmSetting& setting,
                      const std::vector<std::vector<double>>& empty) {
  const std::array<double, 4> means = pattern_means(setting.process);
  const std::size_t topics = counts.size.size();
  double sum = 0;
  for (std::uint32_t choice = 0; choice < 1U << topics; ++choice) {  // a bit a topic: used by both
    std::array<int, 2> used{0, 0};
    double log_p = 0;
    bool once = true;  // what has tokens in both documents has no choice
    for (std::size_t k = 0; k < topics; ++k) {
      unsigned pattern = (counts.m[0][k] > 0 ? first : 0U) | (counts.m[1][k] > 0 ? second : 0U);
      if (pattern == both && (choice >> k & 1U) == 0) once = false;
      if ((choice >> k & 1U) != 0) pattern = both;
      log_p += std::log(means[pattern]);
      used[0] += (pattern & first) != 0 ? 1 : 0;
      used[1] += (pattern & second) != 0 ? 1 : 0;
    }
    if (once)
      sum += std::exp(log_p + empty[static_cast<std::size_t>(used[0])][static_cast<std::size_t>(used[1])]);
  }
  double tokens = 0;
  for (const auto& m : counts.m)
    for (const double n : m) tokens += std::lgamma(setting.alpha + n) - std::lgamma(setting.alpha);
  return std::log(sum) + tokens + log_words(counts, setting.beta);
}

inline Posterior ftm_posterior(const Problem& problem, const FtmSetting& setting) {
  const std::size_t most = problem.tokens() + 1;
  std::vector<std::vector<double>> empty(most, std::vector<double>(most));
  for (std::size_t i = 1; i < most; ++i)
    for (std::size_t j = 1; j < most; ++j)
      empty[i][j] = log_of_empty_topics(problem, setting, {static_cast<int>(i), static_cast<int>(j)});
  return partition_posterior(problem, [&](const Counts& counts) { return log_ftm(counts, setting, empty); });
}

/// What draws the masks, and every how many sweeps whole topics move.
struct FtmSampler {
  bool collapsed = false;
  std::uint64_t topic_moves = 0;
};

/// Runs the model's kernels on seven tokens from a state of one topic.
inline Agreement compare_ftm(const FtmSetting& setting, const FtmSampler& sampler, const Posterior& posterior,
                             const ChainLength& length) {
  Pool alone(1);
  icdp::Settings settings;
  settings.masks = icdp::WhichMasks::topics;
  settings.blocks = 2;
  settings.collapsed = sampler.collapsed;
  settings.topic_moves = sampler.topic_moves;
  const icdp::Model model(settings);
  icdp::Saved start{{}, {{0}, {0}}, {}, 1, setting.alpha, setting.beta, setting.process, {}};
  start.z.assign(seven_tokens().tokens(), 0);
  return compare_with_enumeration(model.kernels(), model.restore(seven_tokens().corpus(), start, alone),
                                  seven_tokens(), posterior, length);
}

}  // namespace themata::testing
