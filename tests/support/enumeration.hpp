#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "support/problems.hpp"

// The posterior of tiny problems by adding up every state, from the models' closed forms. Slow and obvious,
// and shares nothing with the library but the names of the symbols: its own counts, std::lgamma.
namespace themata::testing {

using Topics = std::vector<unsigned>;  ///< of each token, in the corpus's order

/// Renumbers topics by their first token: two states with the same partition become the same.
inline Topics canonical(const Topics& z) {
  Topics out(z.size());
  unsigned topics = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const auto first = static_cast<std::size_t>(std::find(z.begin(), z.end(), z[i]) - z.begin());
    out[i] = first < i ? out[first] : topics++;
  }
  return out;
}

/// A partition as one number; at most 16 tokens.
inline std::uint64_t code(const Topics& canonical_topics) {
  std::uint64_t number = 0;
  for (const unsigned k : canonical_topics) number = number * 16 + k;
  return number;
}

/// m_dk, n_kv and n_k of a state, counted afresh. Topics are 0 to topics - 1.
struct Counts {
  std::vector<std::vector<double>> m, n;
  std::vector<double> size;

  Counts(const Problem& problem, const Topics& z, std::size_t topics)
      : m(problem.documents.size(), std::vector<double>(topics)),
        n(topics, std::vector<double>(problem.types)),
        size(topics) {
    std::size_t i = 0;
    for (std::size_t d = 0; d < problem.documents.size(); ++d)
      for (const std::uint32_t v : problem.documents[d]) {
        ++m[d][z[i]];
        ++n[z[i]][v];
        ++size[z[i++]];
      }
  }
};

using Table = std::vector<std::vector<double>>;

/// log p(w | z): one Dirichlet-multinomial a topic, over V types with betas[k][v] each.
inline double log_words(const Counts& counts, const Table& betas) {
  double sum = 0;
  for (std::size_t k = 0; k < counts.size.size(); ++k) {
    double total = 0;
    for (std::size_t v = 0; v < counts.n[k].size(); ++v) {
      total += betas[k][v];
      sum += std::lgamma(betas[k][v] + counts.n[k][v]) - std::lgamma(betas[k][v]);
    }
    sum += std::lgamma(total) - std::lgamma(total + counts.size[k]);
  }
  return sum;
}

/// The same with one beta for all types of all topics.
inline double log_words(const Counts& counts, double beta) {
  if (counts.n.empty()) return 0;
  return log_words(counts, Table(counts.n.size(), std::vector<double>(counts.n.front().size(), beta)));
}

/// The part of one document: a Dirichlet-multinomial over topics with prior[k] each. Topics beyond the
/// counted ones hold no tokens; those with prior 0 may hold none.
inline double log_document(const std::vector<double>& m, const std::vector<double>& prior) {
  double total = 0, length = 0, sum = 0;
  for (const double a : prior) total += a;
  for (std::size_t k = 0; k < m.size(); ++k) {
    length += m[k];
    if (m[k] > 0 && prior[k] == 0) return -INFINITY;
    if (m[k] > 0) sum += std::lgamma(prior[k] + m[k]) - std::lgamma(prior[k]);
  }
  return sum + std::lgamma(total) - std::lgamma(total + length);
}

/// log p(z) with one prior for all documents.
inline double log_documents(const Counts& counts, const std::vector<double>& prior) {
  double sum = 0;
  for (const auto& m : counts.m) sum += log_document(m, prior);
  return sum;
}

/// log p(z) with a prior a document.
inline double log_documents(const Counts& counts, const Table& priors) {
  double sum = 0;
  for (std::size_t d = 0; d < counts.m.size(); ++d) sum += log_document(counts.m[d], priors[d]);
  return sum;
}

/// Every state of a problem with its probability, and how to find a state's place in the list.
struct Posterior {
  std::vector<Topics> states;
  std::vector<double> probability;
  std::function<std::size_t(const Topics&)> place;
};

/// Scales exp(log_weight) to sum to 1.
inline std::vector<double> normalized(std::vector<double> log_weight) {
  const double top = *std::max_element(log_weight.begin(), log_weight.end());
  double sum = 0;
  for (double& x : log_weight) sum += x = std::exp(x - top);
  for (double& x : log_weight) x /= sum;
  return log_weight;
}

/// LDA: all K^N assignments. @param alpha  D x K, 0 where a document may not use a topic; @param beta  K x V
inline Posterior lda_posterior(const Problem& problem, const Table& alpha, const Table& beta) {
  const std::size_t topics = beta.size();
  Posterior posterior;
  std::vector<double> log_weight;
  Topics z(problem.tokens(), 0);
  for (bool more = true; more;) {
    const Counts counts(problem, z, topics);
    posterior.states.push_back(z);
    log_weight.push_back(log_documents(counts, alpha) + log_words(counts, beta));
    std::size_t i = 0;
    while (i < z.size() && ++z[i] == topics) z[i++] = 0;
    more = i < z.size();
  }
  posterior.probability = normalized(std::move(log_weight));
  posterior.place = [topics](const Topics& state) {
    std::size_t place = 0;
    for (std::size_t i = state.size(); i-- > 0;) place = place * topics + state[i];
    return place;
  };
  return posterior;
}

/// The same with one alpha for all documents and one beta for all words.
inline Posterior lda_posterior(const Problem& problem, const std::vector<double>& alpha, double beta) {
  return lda_posterior(problem, Table(problem.documents.size(), alpha),
                       Table(alpha.size(), std::vector<double>(problem.types, beta)));
}

/// The same posterior with states that differ in their topics' labels alone taken for one, where the labels
/// mean nothing. A chain changes labels slowly, which says nothing of whether it is right.
inline Posterior up_to_labels(const Posterior& labelled) {
  Posterior merged;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::size_t i = 0; i < labelled.states.size(); ++i) {
    const Topics z = canonical(labelled.states[i]);
    const auto [it, fresh] = places.try_emplace(code(z), merged.states.size());
    if (fresh) {
      merged.states.push_back(z);
      merged.probability.push_back(0);
    }
    merged.probability[it->second] += labelled.probability[i];
  }
  merged.place = [places = std::move(places)](const Topics& state) {
    return places.at(code(canonical(state)));
  };
  return merged;
}

/// Unsigned Stirling numbers of the first kind, s[n][l] for n, l up to `most`, by their recursion; in units
/// of (n - 1)!, so that they stay in range.
inline std::vector<std::vector<double>> stirling_by_factorial(std::size_t most) {
  std::vector<std::vector<double>> s(most + 1, std::vector<double>(most + 1));
  if (most >= 1) s[1][1] = 1;
  for (std::size_t n = 1; n < most; ++n)
    for (std::size_t l = 1; l <= n + 1; ++l) s[n + 1][l] = s[n][l] + s[n][l - 1] / static_cast<double>(n);
  return s;
}

using Polynomial = std::vector<double>;

inline Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

/// sum over the tables of a topic in each document, l_k in all, of  prod_d s(m_dk, l_dk) alpha^l_dk;  by l_k.
inline Polynomial tables_of_topic(const Counts& counts, std::size_t k, double alpha) {
  Polynomial topic{1};
  for (const auto& m : counts.m) {
    const auto tokens = static_cast<std::size_t>(m[k]);
    if (tokens == 0) continue;
    const auto s = stirling_by_factorial(tokens);
    Polynomial one(tokens + 1);
    for (std::size_t l = 1; l <= tokens; ++l)
      one[l] = s[tokens][l] * std::tgamma(m[k]) * std::pow(alpha, static_cast<double>(l));
    topic = product(topic, one);
  }
  return topic;
}

/// Weight of each total number of tables l. of the HDP given z, the tables of each topic and document added
/// up:
///   prod_d G(alpha)/G(alpha + N_d)  sum over l with that total of  prod_dk s(m_dk, l_dk) alpha^l_dk prod_k
///   G(l_k).
inline Polynomial table_weights(const Counts& counts, double alpha) {
  Polynomial total{1};
  for (std::size_t k = 0; k < counts.size.size(); ++k) {
    if (counts.size[k] == 0) continue;
    Polynomial topic = tables_of_topic(counts, k, alpha);
    for (std::size_t l = 0; l < topic.size(); ++l)
      topic[l] = l == 0 ? 0 : topic[l] * std::tgamma(static_cast<double>(l));
    total = product(total, topic);
  }
  for (const auto& m : counts.m) {
    double length = 0;
    for (const double tokens : m) length += tokens;
    for (double& x : total) x *= std::tgamma(alpha) / std::tgamma(alpha + length);
  }
  return total;
}

/// log p(z | alpha, gamma) of a partition into `topics` topics, Psi and the tables summed out:
///   gamma^K sum over l. of weight(l.) G(gamma)/G(gamma + l.).
inline double log_partition(const Polynomial& weights, std::size_t topics, double gamma) {
  double sum = 0;
  for (std::size_t l = 0; l < weights.size(); ++l)
    sum += weights[l] * std::exp(std::lgamma(gamma) - std::lgamma(gamma + static_cast<double>(l)));
  return static_cast<double>(topics) * std::log(gamma) + std::log(sum);
}

struct HdpSetting {
  double alpha, beta, gamma;
  std::vector<double> word_weights = {};  ///< V, beta_v = beta weight_v; none for 1 each

  std::vector<double> betas(std::size_t types) const {
    std::vector<double> all = word_weights.empty() ? std::vector<double>(types, 1.0) : word_weights;
    for (double& b : all) b *= beta;
    return all;
  }
};

/// Calls visit(partition) for every partition of n things, as canonical numbers.
inline void for_each_partition(std::size_t n, const std::function<void(const Topics&)>& visit) {
  Topics z;
  const std::function<void(unsigned)> extend = [&](unsigned blocks) {
    if (z.size() == n) return visit(z);
    for (unsigned k = 0; k <= blocks; ++k) {
      z.push_back(k);
      extend(std::max(blocks, k + 1));
      z.pop_back();
    }
  };
  extend(0);
}

/// All partitions of the tokens. @param log_weight  of a partition's counts, one topic a block
inline Posterior partition_posterior(const Problem& problem,
                                     const std::function<double(const Counts&)>& log_weight) {
  Posterior posterior;
  std::vector<double> log_weights;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for_each_partition(problem.tokens(), [&](const Topics& z) {
    places[code(z)] = posterior.states.size();
    posterior.states.push_back(z);
    log_weights.push_back(log_weight(Counts(problem, z, *std::max_element(z.begin(), z.end()) + 1)));
  });
  posterior.probability = normalized(std::move(log_weights));
  posterior.place = [places = std::move(places)](const Topics& state) {
    return places.at(code(canonical(state)));
  };
  return posterior;
}

/// The HDP.
inline Posterior hdp_posterior(const Problem& problem, const HdpSetting& setting) {
  return partition_posterior(problem, [&](const Counts& counts) {
    const std::size_t topics = counts.size.size();
    return log_partition(table_weights(counts, setting.alpha), topics, setting.gamma) +
           log_words(counts, Table(topics, setting.betas(problem.types)));
  });
}

}  // namespace themata::testing
