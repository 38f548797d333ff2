#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/occupancy.hpp"
#include "themata/models/franchise/model.hpp"

// The franchise on seven tokens, by adding up who sits with whom and which tables have one topic. Customers
// are seated one after the other, in the words of the process: no closed form of the library's is used.
namespace themata::testing {

struct FranchiseSetting {
  double beta;
  franchise::PitmanYor documents, topics;
};

/// log of the probability that customers sit down as `tables` says (canonical numbers), one after the other.
inline double log_seated(const franchise::PitmanYor& process, const Topics& tables) {
  std::vector<double> sizes;
  double log_p = 0, customers = 0;
  for (const unsigned t : tables) {
    const bool is_new = t == sizes.size();
    if (is_new) sizes.push_back(0);
    const double discount = process.discount;
    const double old_tables = static_cast<double>(sizes.size()) - (is_new ? 1 : 0);
    const double weight = is_new ? process.concentration + discount * old_tables : sizes[t] - discount;
    if (customers > 0) log_p += std::log(weight / (customers + process.concentration));
    ++sizes[t];
    ++customers;
  }
  return log_p;
}

/// One state: seats within each document, and the topic of every table, document after document.
struct Franchise {
  std::vector<Topics> seats;
  Topics dishes;

  Topics z() const {
    Topics out;
    std::size_t before = 0;
    for (const Topics& document : seats) {
      unsigned tables = 0;
      for (const unsigned t : document) {
        out.push_back(dishes[before + t]);
        tables = std::max(tables, t + 1);
      }
      before += tables;
    }
    return out;
  }
};

inline void for_each_franchise(const Problem& problem, const std::function<void(const Franchise&)>& visit) {
  Franchise state;
  const std::function<void(std::size_t)> extend = [&](std::size_t tables) {
    if (state.seats.size() == problem.documents.size())
      return for_each_partition(tables, [&](const Topics& dishes) {
        state.dishes = dishes;
        visit(state);
      });
    for_each_partition(problem.documents[state.seats.size()].size(), [&](const Topics& seats) {
      const std::size_t more = seats.empty() ? 0 : *std::max_element(seats.begin(), seats.end()) + 1;
      state.seats.push_back(seats);
      extend(tables + more);
      state.seats.pop_back();
    });
  };
  extend(0);
}

/// log p(w, seats, dishes).
inline double log_joint(const Problem& problem, const FranchiseSetting& setting, const Franchise& state) {
  const Topics z = state.z();
  const std::size_t topics = *std::max_element(z.begin(), z.end()) + 1;
  double sum = log_seated(setting.topics, state.dishes) + log_words(Counts(problem, z, topics), setting.beta);
  for (const Topics& document : state.seats) sum += log_seated(setting.documents, document);
  return sum;
}

/// What tells seatings apart that have the same topics: tables, the squares of their tokens, of topics'
/// tables.
struct SeatingNumbers {
  double tables = 0, tokens_squared = 0, topics_squared = 0;
};

inline SeatingNumbers numbers_of(const std::vector<Topics>& seats, const Topics& dishes) {
  SeatingNumbers numbers;
  std::map<unsigned, double> of_topic;
  for (const unsigned k : dishes) ++of_topic[k];
  for (const auto& [topic, tables] : of_topic) numbers.topics_squared += tables * tables;
  for (const Topics& document : seats) {
    std::map<unsigned, double> tokens;
    for (const unsigned t : document) ++tokens[t];
    for (const auto& [table, n] : tokens) numbers.tokens_squared += n * n;
    numbers.tables += static_cast<double>(tokens.size());
  }
  return numbers;
}

struct FranchiseProblem {
  Problem problem;
  FranchiseSetting setting;
  Posterior posterior;   ///< of z alone
  SeatingNumbers exact;  ///< means
};

inline FranchiseProblem franchise_problem(const FranchiseSetting& setting,
                                          const Problem& problem = seven_tokens()) {
  FranchiseProblem result{problem, setting, {}, {}};
  std::vector<double> log_weight;
  std::vector<SeatingNumbers> numbers;
  std::map<std::uint64_t, std::size_t> places;
  std::vector<std::size_t> place;
  for_each_franchise(problem, [&](const Franchise& state) {
    log_weight.push_back(log_joint(problem, setting, state));
    numbers.push_back(numbers_of(state.seats, state.dishes));
    const Topics z = canonical(state.z());
    const auto [it, fresh] = places.try_emplace(code(z), result.posterior.states.size());
    if (fresh) result.posterior.states.push_back(z);
    place.push_back(it->second);
  });
  const std::vector<double> p = normalized(std::move(log_weight));
  result.posterior.probability.resize(result.posterior.states.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    result.posterior.probability[place[i]] += p[i];
    result.exact.tables += p[i] * numbers[i].tables;
    result.exact.tokens_squared += p[i] * numbers[i].tokens_squared;
    result.exact.topics_squared += p[i] * numbers[i].topics_squared;
  }
  result.posterior.place = [places = std::move(places)](const Topics& z) {
    return places.at(code(canonical(z)));
  };
  return result;
}

inline franchise::Settings settings_of(const FranchiseSetting& setting) {
  franchise::Settings settings;
  settings.beta = setting.beta;
  settings.documents = setting.documents;
  settings.topics = setting.topics;
  return settings;
}

/// A state of the sampler in the words of the tests.
inline Franchise franchise_of(const franchise::State& state, const Corpus& corpus) {
  Franchise out;
  Topics dishes;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    out.seats.emplace_back();
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const seating::Seat seat = state.tables.seat[i];
      if (out.seats.back().empty() ||
          seat > *std::max_element(out.seats.back().begin(), out.seats.back().end()))
        dishes.push_back(state.mix.topics[i]);
      out.seats.back().push_back(seat);
    }
  }
  out.dishes = canonical(dishes);
  return out;
}

/// What a chain of the franchise says of z, and of its tables.
struct FranchiseAgreement {
  Agreement topics;
  double tables_z = 0, tokens_z = 0, dishes_z = 0;

  double worst_z() const {
    return std::max({topics.worst_z, std::abs(tables_z), std::abs(tokens_z), std::abs(dishes_z)});
  }
};

/// Runs kernels from a state of one table a document and one topic.
inline FranchiseAgreement compare(const FranchiseProblem& problem, Kernels<franchise::State> kernels,
                                  const ChainLength& length) {
  const Corpus corpus = problem.problem.corpus();
  Pool alone(1);
  const std::size_t batch = length.length * proof_scale();
  BatchMeans tables(length.batches, batch), tokens(length.batches, batch), dishes(length.batches, batch);
  kernels.push_back({"watch", [&](franchise::State& state, const Context& context) {
                       if (context.sweep <= 1000) return;  // the warm-up of compare_with_enumeration
                       const Franchise now = franchise_of(state, corpus);
                       const SeatingNumbers numbers = numbers_of(now.seats, now.dishes);
                       tables.add(numbers.tables);
                       tokens.add(numbers.tokens_squared);
                       dishes.add(numbers.topics_squared);
                     }});
  const franchise::Model model(settings_of(problem.setting));
  const std::size_t n = corpus.n_tokens();
  const franchise::Saved start{
      sampling::TokenTopics(n, 0), std::vector<seating::Seat>(n, 0), {1},
      problem.setting.beta,        problem.setting.documents,        problem.setting.topics};
  FranchiseAgreement found;
  found.topics = compare_with_enumeration(kernels, model.restore(corpus, start, alone), problem.problem,
                                          problem.posterior, length);
  found.tables_z = z_score(tables.estimate(), problem.exact.tables);
  found.tokens_z = z_score(tokens.estimate(), problem.exact.tokens_squared);
  found.dishes_z = z_score(dishes.estimate(), problem.exact.topics_squared);
  return found;
}

/// The Dirichlet process's, that of hdp_problem.hpp.
inline FranchiseSetting plain_franchise() { return {0.5, {1, 0}, {1.5, 0}}; }
/// Both levels with discounts.
inline FranchiseSetting discounted_franchise() { return {0.5, {0.8, 0.4}, {1.2, 0.3}}; }
/// Concentrations below 0, which discounts allow.
inline FranchiseSetting negative_franchise() { return {0.5, {-0.2, 0.5}, {-0.1, 0.3}}; }

}  // namespace themata::testing
