#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "support/hyper.hpp"
#include "support/occupancy.hpp"
#include "support/statistics.hpp"
#include "themata/models/dmm/model.hpp"

// The mixture of documents with one topic each, on six documents of which one is empty: every assignment of
// three topics (243), or every partition (52), added up. Documents take their topics one after the other, as
// the urn has it: no closed form of the library's is used for their prior.
namespace themata::testing {

inline double sum_of_squares(const std::vector<double>& x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}

/// Words that occur more than once in a document, and a document without any.
inline Problem six_documents() { return {{{0, 0, 1}, {1, 2}, {}, {2, 2, 1}, {0}, {3, 0, 0}}, 4}; }

struct DmmSetting {
  dmm::Form form;
  std::size_t topics;  ///< K of the finite form
  double alpha, beta;
  std::vector<double> word_weights = {};  ///< V; none for 1 each
};

/// Topics of the documents that have tokens.
inline Topics topics_of_documents(const Problem& problem, const Topics& z) {
  Topics topics;
  std::size_t i = 0;
  for (const auto& document : problem.documents) {
    if (!document.empty()) topics.push_back(z[i]);
    i += document.size();
  }
  return topics;
}

/// The topic of each token from those of the documents that have tokens.
inline Topics topics_of_tokens(const Problem& problem, const Topics& of_documents) {
  Topics z;
  std::size_t next = 0;
  for (const auto& document : problem.documents)
    if (!document.empty()) z.insert(z.end(), document.size(), of_documents[next++]);
  return z;
}

/// log p(z | alpha), one document after the other.
inline double log_urn(const DmmSetting& setting, double alpha, const Topics& of_documents) {
  std::map<unsigned, double> before;
  double sum = 0, n = 0;
  const bool is_finite = setting.form == dmm::Form::finite;
  for (const unsigned k : of_documents) {
    const double m = before[k];
    const double weight = is_finite ? m + alpha : (m > 0 ? m : alpha);
    sum += std::log(weight / (n + alpha * (is_finite ? static_cast<double>(setting.topics) : 1)));
    ++before[k];
    ++n;
  }
  return sum;
}

/// log p(w | z, beta); labels do not matter, so topics are numbered by first use.
inline double log_words_of(const Problem& problem, const DmmSetting& setting, double beta, const Topics& z) {
  const Topics numbers = canonical(z);
  const std::size_t topics = *std::max_element(numbers.begin(), numbers.end()) + 1;
  std::vector<double> betas =
      setting.word_weights.empty() ? std::vector<double>(problem.types, 1.0) : setting.word_weights;
  for (double& b : betas) b *= beta;
  return log_words(Counts(problem, numbers, topics), Table(topics, betas));
}

/// Every state of the problem, as topics of tokens: assignments of K topics, or partitions.
inline std::vector<Topics> dmm_states(const Problem& problem, const DmmSetting& setting) {
  const std::size_t n = topics_of_documents(problem, Topics(problem.tokens(), 0)).size();
  std::vector<Topics> states;
  const auto add = [&](const Topics& k) { states.push_back(topics_of_tokens(problem, k)); };
  if (setting.form == dmm::Form::infinite) {
    for_each_partition(n, add);
    return states;
  }
  Topics k(n, 0);
  for (bool more = true; more;) {
    add(k);
    std::size_t d = 0;
    while (d < n && ++k[d] == setting.topics) k[d++] = 0;
    more = d < n;
  }
  return states;
}

/// @param log_weight  of a state's topics of tokens
template <class LogWeight>
Posterior dmm_posterior(const Problem& problem, const DmmSetting& setting, const LogWeight& log_weight) {
  Posterior posterior;
  posterior.states = dmm_states(problem, setting);
  std::vector<double> log_weights;
  std::map<std::uint64_t, std::size_t> places;
  const bool has_labels = setting.form == dmm::Form::finite;
  for (const Topics& z : posterior.states) {
    places[code(z)] = log_weights.size();
    log_weights.push_back(log_weight(z));
  }
  posterior.probability = normalized(std::move(log_weights));
  posterior.place = [places = std::move(places), has_labels](const Topics& z) {
    return places.at(code(has_labels ? z : canonical(z)));
  };
  return posterior;
}

inline dmm::Settings settings_of(const DmmSetting& setting) {
  dmm::Settings settings;
  settings.form = setting.form;
  settings.topics = setting.topics;
  settings.alpha = setting.alpha;
  settings.beta = setting.beta;
  settings.word_prior = WordPrior(setting.word_weights, {});
  return settings;
}

/// A problem with its exact posterior, and where alpha and beta are learned their exact means.
struct DmmProblem {
  Problem problem;
  dmm::Settings settings;
  Posterior posterior;
  double alpha = 0, beta = 0;
};

inline DmmProblem fixed_dmm(const DmmSetting& setting) {
  const Problem problem = six_documents();
  return {problem, settings_of(setting), dmm_posterior(problem, setting, [&](const Topics& z) {
            return log_urn(setting, setting.alpha, topics_of_documents(problem, z)) +
                   log_words_of(problem, setting, setting.beta, z);
          })};
}

/// Mass and mean of a density on x > 0.
struct Integrated {
  double mass, mean;
};

inline Integrated integrate(const LogDensity& density) {
  const double mass = integral([&](double x) { return std::exp(density(x)); });
  return {mass, integral([&](double x) { return x * std::exp(density(x)); }) / mass};
}

/// alpha and beta both learned. Given z they are independent, so each is integrated out by itself.
inline DmmProblem learned_dmm(const DmmSetting& setting, sampling::GammaPrior prior) {
  const Problem problem = six_documents();
  std::map<std::uint64_t, std::pair<Integrated, Integrated>> of_partition;
  const auto integrals = [&](const Topics& z) {
    const auto [it, is_new] = of_partition.try_emplace(code(canonical(z)));
    if (!is_new) return it->second;
    const Topics of_documents = topics_of_documents(problem, z);
    const auto density = [&](double x) { return log_gamma_density(prior, x); };
    it->second = {integrate([&](double a) { return density(a) + log_urn(setting, a, of_documents); }),
                  integrate([&](double b) { return density(b) + log_words_of(problem, setting, b, z); })};
    return it->second;
  };
  DmmProblem result{problem, settings_of(setting), dmm_posterior(problem, setting, [&](const Topics& z) {
                      const auto [alpha, beta] = integrals(z);
                      return std::log(alpha.mass) + std::log(beta.mass);
                    })};
  result.settings.learn_alpha = result.settings.learn_beta = true;
  result.settings.alpha_prior = result.settings.beta_prior = prior;
  for (std::size_t i = 0; i < result.posterior.states.size(); ++i) {
    const auto [alpha, beta] = integrals(result.posterior.states[i]);
    result.alpha += result.posterior.probability[i] * alpha.mean;
    result.beta += result.posterior.probability[i] * beta.mean;
  }
  return result;
}

struct DmmAgreement {
  Agreement topics;
  double alpha_z = 0, beta_z = 0;

  double worst_z() const { return std::max({topics.worst_z, std::abs(alpha_z), std::abs(beta_z)}); }
  bool is_right() const { return topics.excess < excess_limit && worst_z() < z_limit; }
};

/// What tells states apart: topics in use, log p, sum n_k^2, sum m_k^2, sum n_kv^2.
inline std::vector<std::vector<double>> summarise(const DmmProblem& problem) {
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < problem.posterior.states.size(); ++i) {
    const Topics z = canonical(problem.posterior.states[i]);
    const Counts counts(problem.problem, z, *std::max_element(z.begin(), z.end()) + 1);
    std::vector<double> documents(counts.size.size());
    for (const unsigned k : topics_of_documents(problem.problem, z)) ++documents[k];
    double n2 = 0;
    for (const auto& row : counts.n) n2 += sum_of_squares(row);
    rows.push_back({static_cast<double>(documents.size()), std::log(problem.posterior.probability[i]),
                    sum_of_squares(counts.size), sum_of_squares(documents), n2});
  }
  return rows;
}

/// Runs kernels from a state of one topic.
inline DmmAgreement compare(const DmmProblem& problem, const Kernels<dmm::State>& kernels,
                            const ChainLength& run) {
  const Corpus corpus = problem.problem.corpus();
  Pool alone(1);
  const std::size_t length = run.length * proof_scale(), warm_up = 1000;
  dmm::State state = dmm::Model(problem.settings)
                         .restore(corpus,
                                  {sampling::TokenTopics(corpus.n_tokens(), 0), problem.settings.alpha,
                                   problem.settings.beta},
                                  alone);
  Visits visits(run.batches, length, problem.posterior.states.size());
  BatchMeans alphas(run.batches, length), betas(run.batches, length);
  for (std::size_t sweep = 1; sweep <= run.batches * length + warm_up; ++sweep) {
    run_sweep(kernels, state, Context{corpus, {run.seed}, sweep, alone});
    if (sweep <= warm_up) continue;
    visits.add(problem.posterior.place({state.mix.topics.begin(), state.mix.topics.end()}));
    alphas.add(state.alpha);
    betas.add(state.mix.beta);
  }
  DmmAgreement found{visits.compare(problem.posterior, summarise(problem))};
  if (problem.settings.learn_alpha) found.alpha_z = z_score(alphas.estimate(), problem.alpha);
  if (problem.settings.learn_beta) found.beta_z = z_score(betas.estimate(), problem.beta);
  return found;
}

/// Settings at which many states matter.
inline DmmSetting finite_setting() { return {dmm::Form::finite, 3, 0.7, 0.5}; }
inline DmmSetting infinite_setting() { return {dmm::Form::infinite, 1, 1.3, 0.5}; }

}  // namespace themata::testing
