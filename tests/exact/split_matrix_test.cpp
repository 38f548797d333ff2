#include <gtest/gtest.h>

#include <numeric>

#include "support/franchise_problem.hpp"
#include "themata/seating/split_merge.hpp"

// The transition matrix of one split or merge, written out for every partition of five tables into topics: it
// is in detailed balance with the posterior, and the program's moves have its frequencies
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

/// Five tables in two documents, none with a table of the same words.
Problem five_tables() { return {{{0, 0, 1, 2}, {1, 2, 2, 0}}, 3}; }
std::vector<Topics> their_seats() { return {{0, 0, 1, 2}, {0, 1, 1, 0}}; }
constexpr std::size_t n_tables = 5;

/// How tables are split.
struct SplitAllocation {
  bool at_once = false;
  int scans = 0;       ///< at once
  bool peeks = false;  ///< a mistake: at once by the topics that are to be merged as they are
  enum class Pick { uniform, by_likeness, by_likeness_alone } pick = Pick::uniform;  ///< alone: a mistake
};

class FiveTables {
 public:
  explicit FiveTables(const FranchiseSetting& setting, const SplitAllocation& allocation = {})
      : setting_(setting), allocation_(allocation) {
    for_each_partition(n_tables, [&](const Topics& dishes) {
      places_[code(dishes)] = states.size();
      states.push_back(dishes);
    });
    for (const Topics& state : states)
      log_p_.push_back(log_joint(five_tables(), setting, {their_seats(), state}));
    probability = normalized(log_p_);
    moves.assign(states.size(), std::vector<double>(states.size()));
    for (std::size_t i = 0; i < states.size(); ++i) fill(i);
  }

  std::size_t place(const Topics& dishes) const { return places_.at(code(canonical(dishes))); }

  std::vector<Topics> states;
  std::vector<double> probability;
  std::vector<std::vector<double>> moves;  ///< from, to

 private:
  /// The others of the group in some order, and how probable it is that they are split as `split` says.
  double allocation_probability(const Topics& split, const std::vector<std::size_t>& order, std::size_t first,
                                std::size_t second) const {
    constexpr unsigned nowhere = 99;
    Topics now = split;
    for (const std::size_t t : order) now[t] = nowhere;
    double p = 1;
    for (const std::size_t t : order) {
      const double left = mass(now, t, split[first]), right = mass(now, t, split[second]);
      p *= (split[t] == split[first] ? left : right) / (left + right);
      now[t] = split[t];
    }
    return p;
  }

  /// The same where all are split at once, by what the sides hold and nothing that has been added: `held`
  /// says where each table is held, if anywhere.
  double allocation_at_once(const Topics& split, const Topics& held, const std::vector<std::size_t>& others,
                            std::size_t first, std::size_t second) const {
    double p = 1;
    for (const std::size_t t : others) {
      const double left = held_mass(held, t, split[first]), right = held_mass(held, t, split[second]);
      p *= (split[t] == split[first] ? left : right) / (left + right);
    }
    return p;
  }

  double held_mass(const Topics& held, std::size_t table, unsigned topic) const {
    const Problem problem = five_tables();
    std::vector<double> counts(problem.types, setting_.beta);
    double total = setting_.beta * problem.types, mass = -setting_.topics.discount;
    for (std::size_t t = 0; t < n_tables; ++t) {
      if (held[t] != topic) continue;
      ++mass;
      for (const std::uint32_t v : words(t)) {
        ++counts[v];
        ++total;
      }
    }
    for (const std::uint32_t v : words(table)) mass *= counts[v] / total;
    return mass;
  }

  /// Calls visit(held, probability) for everything that the sides may hold after the scans.
  template <class Visit>
  void for_each_launch(const Topics& held, const std::vector<std::size_t>& others, std::size_t first,
                       std::size_t second, int scans, double p, const Visit& visit) const {
    if (scans == 0) return visit(held, p);
    for (unsigned sides = 0; sides < 1U << others.size(); ++sides) {
      Topics to = held;
      for (std::size_t i = 0; i < others.size(); ++i)
        to[others[i]] = held[(sides >> i & 1U) != 0 ? second : first];
      for_each_launch(to, others, first, second, scans - 1,
                      p * allocation_at_once(to, held, others, first, second), visit);
    }
  }

  /// Calls visit(q, weight) for every way to come to `split`.
  template <class Visit>
  void for_each_way(const Topics& split, const Topics& from, const std::vector<std::size_t>& others,
                    std::size_t first, std::size_t second, double weight, const Visit& visit) const {
    if (!allocation_.at_once) return visit(allocation_probability(split, others, first, second), weight);
    constexpr unsigned nowhere = 99;
    Topics held(n_tables, nowhere);
    held[first] = split[first];
    held[second] = split[second];
    if (allocation_.peeks && from[first] != from[second]) held = split;
    for_each_launch(held, others, first, second, allocation_.scans, weight,
                    [&](const Topics& launch, double p) {
                      visit(allocation_at_once(split, launch, others, first, second), p);
                    });
  }

  /// (tables - discount) times the probability of a table's words, one after the other, after those of a
  /// topic.
  double mass(const Topics& dishes, std::size_t table, unsigned topic) const {
    const Problem problem = five_tables();
    std::vector<double> counts(problem.types, setting_.beta);
    double total = setting_.beta * problem.types, tables = -setting_.topics.discount;
    for (std::size_t t = 0; t < n_tables; ++t) {
      if (t == table || dishes[t] != topic) continue;
      ++tables;
      for (const std::uint32_t v : words(t)) {
        ++counts[v];
        ++total;
      }
    }
    for (const std::uint32_t v : words(table)) {
      tables *= counts[v] / total;
      ++counts[v];
      ++total;
    }
    return tables;
  }

  static std::vector<std::uint32_t> words(std::size_t table) {
    std::vector<std::uint32_t> out;
    std::size_t before = 0;
    for (std::size_t d = 0; d < 2; ++d) {
      unsigned tables = 0;
      for (std::size_t i = 0; i < their_seats()[d].size(); ++i) {
        if (before + their_seats()[d][i] == table) out.push_back(five_tables().documents[d][i]);
        tables = std::max(tables, their_seats()[d][i] + 1);
      }
      before += tables;
    }
    return out;
  }

  void fill(std::size_t from) {
    moves[from][from] = 1;
    for (std::size_t first = 0; first < n_tables; ++first)
      for (std::size_t second = 0; second < n_tables; ++second)
        if (first != second) propose(from, first, second);
  }

  void propose(std::size_t from, std::size_t first, std::size_t second) {
    const Topics& dishes = states[from];
    std::vector<std::size_t> others;
    for (std::size_t t = 0; t < n_tables; ++t)
      if (t != first && t != second && (dishes[t] == dishes[first] || dishes[t] == dishes[second]))
        others.push_back(t);
    double orders = 1;  // at once there is none, and each has the same to say
    for (std::size_t i = 2; i <= others.size(); ++i) orders *= static_cast<double>(i);
    const double of_each = pair_probability(dishes, first, second) / orders;
    do {
      if (dishes[first] != dishes[second])
        merge(from, first, second, others, of_each);
      else
        for (unsigned sides = 0; sides < 1U << others.size(); ++sides)
          split(from, second, others, sides, first, of_each);
    } while (std::next_permutation(others.begin(), others.end()));
  }

  void split(std::size_t from, std::size_t second, const std::vector<std::size_t>& others, unsigned sides,
             std::size_t first, double weight) {
    Topics to = states[from];
    const unsigned fresh = n_tables;
    to[second] = fresh;
    for (std::size_t i = 0; i < others.size(); ++i)
      if ((sides >> i & 1U) != 0) to[others[i]] = fresh;
    for_each_way(to, states[from], others, first, second, weight, [&](double q, double p) {
      add(from, place(to),
          p * q *
              std::min(1.0, std::exp(log_p_[place(to)] - log_p_[from]) / q *
                                choice_ratio(to, states[from], first, second)));
    });
  }

  /// How probable it is that the move begins with these two.
  double pair_probability(const Topics& dishes, std::size_t first, std::size_t second) const {
    if (allocation_.pick == SplitAllocation::Pick::uniform) return 1.0 / (n_tables * (n_tables - 1));
    const auto tables_of = [&](unsigned topic) {
      return static_cast<double>(std::ranges::count(dishes, topic));
    };
    const unsigned a = dishes[first], b = dishes[second];
    if (a == b) return .5 / n_tables / (tables_of(a) - 1);
    double sum = 0;
    for (unsigned c = 0; c <= n_tables; ++c)
      if (c != a && tables_of(c) > 0) sum += likeness(dishes, a, c);
    return .5 / n_tables * likeness(dishes, a, b) / sum / tables_of(b);
  }

  double choice_ratio(const Topics& split, const Topics& merged, std::size_t first,
                      std::size_t second) const {
    if (allocation_.pick == SplitAllocation::Pick::by_likeness_alone) return 1;
    return pair_probability(split, first, second) / pair_probability(merged, first, second);
  }

  double likeness(const Topics& dishes, unsigned a, unsigned b) const {
    const std::vector<double> of_a = shares(dishes, a), of_b = shares(dishes, b), all = shares({}, 0);
    double sum = 0;
    for (std::size_t v = 0; v < all.size(); ++v) sum += of_a[v] * of_b[v] / all[v];
    return 1 + sum * sum;
  }

  /// Of the words of a topic; of all words, if no topics are given.
  static std::vector<double> shares(const Topics& dishes, unsigned topic) {
    std::vector<double> found(five_tables().types);
    double tokens = 0;
    for (std::size_t t = 0; t < n_tables; ++t) {
      if (!dishes.empty() && dishes[t] != topic) continue;
      for (const std::uint32_t v : words(t)) {
        ++found[v];
        ++tokens;
      }
    }
    for (double& share : found) share /= tokens;
    return found;
  }

  void merge(std::size_t from, std::size_t first, std::size_t second, const std::vector<std::size_t>& others,
             double weight) {
    Topics to = states[from];
    for (unsigned& k : to)
      if (k == states[from][second]) k = states[from][first];
    for_each_way(states[from], states[from], others, first, second, weight, [&](double q, double p) {
      add(from, place(to),
          p * std::min(1.0, std::exp(log_p_[place(to)] - log_p_[from]) * q /
                                choice_ratio(states[from], to, first, second)));
    });
  }

  void add(std::size_t from, std::size_t to, double accepted) {
    moves[from][to] += accepted;
    moves[from][from] -= accepted;
  }

  FranchiseSetting setting_;
  SplitAllocation allocation_;
  std::map<std::uint64_t, std::size_t> places_;
  std::vector<double> log_p_;
};

double largest_imbalance(const FiveTables& matrix) {
  double largest = 0;
  for (std::size_t i = 0; i < matrix.states.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      largest = std::max(largest, std::abs(matrix.probability[i] * matrix.moves[i][j] -
                                           matrix.probability[j] * matrix.moves[j][i]));
  return largest;
}

/// One after the other, at once, and at once after a scan; of similar topics.
std::vector<SplitAllocation> allocations() {
  return {{}, {true, 0}, {true, 1}, {.pick = SplitAllocation::Pick::by_likeness}};
}

TEST(SplitMatrix, IsInDetailedBalance) {
  for (const FranchiseSetting& setting : {plain_franchise(), discounted_franchise(), negative_franchise()})
    for (const SplitAllocation& allocation : allocations()) {
      const FiveTables matrix(setting, allocation);
      ASSERT_EQ(matrix.states.size(), 52) << "Bell's number of 5";
      for (std::size_t i = 0; i < matrix.states.size(); ++i) {
        EXPECT_GE(matrix.moves[i][i], -1e-12);
        EXPECT_NEAR(std::accumulate(matrix.moves[i].begin(), matrix.moves[i].end(), 0.0), 1, 1e-12);
      }
      EXPECT_LT(largest_imbalance(matrix), 1e-15) << allocation.at_once << allocation.scans;
    }
}

TEST(SplitMatrix, ASplitThatKnowsTheTopicsIsNotInBalance) {
  EXPECT_GT(largest_imbalance(FiveTables(plain_franchise(), {true, 0, true})), 1e-4);
}

TEST(SplitMatrix, SimilarTopicsWithoutTheProbabilityToChooseThemAreNotInBalance) {
  EXPECT_GT(
      largest_imbalance(FiveTables(plain_franchise(), {.pick = SplitAllocation::Pick::by_likeness_alone})),
      1e-4);
}

/// Moves from each state by the program, against the matrix's row.
double least_p_of_the_program(const SplitAllocation& allocation) {
  const FranchiseSetting setting = discounted_franchise();
  const FiveTables matrix(setting, allocation);
  seating::SplitMerge move{.scans = allocation.scans};
  if (allocation.pick == SplitAllocation::Pick::by_likeness)
    move.pick = seating::SplitMerge::Pick::by_likeness;
  if (allocation.at_once) move.allocation = seating::SplitMerge::Allocation::parallel;
  const Corpus corpus = five_tables().corpus();
  const franchise::Model model(settings_of(setting));
  Pool alone(1);
  constexpr std::size_t repeats = 10'000;
  double least_p = 1;
  for (std::size_t from = 0; from < matrix.states.size(); ++from) {
    const Topics z = Franchise{their_seats(), matrix.states[from]}.z();
    const franchise::State start = model.restore(corpus,
                                                 {{z.begin(), z.end()},
                                                  {0, 0, 1, 2, 0, 1, 1, 0},
                                                  std::vector<double>(n_tables),
                                                  setting.beta,
                                                  setting.documents,
                                                  setting.topics},
                                                 alone);
    std::vector<std::uint64_t> counts(matrix.states.size());
    for (std::size_t i = 1; i <= repeats; ++i) {
      franchise::State state = model.restore(
          corpus,
          {start.mix.topics, start.tables.seat, start.psi, setting.beta, setting.documents, setting.topics},
          alone);
      seating::split_and_merge(state.mix, state.tables, {setting.topics, 100},
                               Context{corpus, {from + 1}, i, alone}, move);
      ++counts[matrix.place(franchise_of(state, corpus).dishes)];
    }
    std::vector<std::uint64_t> seen;
    std::vector<double> distribution;
    for (std::size_t to = 0; to < counts.size(); ++to) {
      if (matrix.moves[from][to] == 0) {
        EXPECT_EQ(counts[to], 0U);
      }
      if (matrix.moves[from][to] * repeats < 10) continue;  // too few to be compared by themselves
      seen.push_back(counts[to]);
      distribution.push_back(matrix.moves[from][to]);
    }
    const std::uint64_t rest = repeats - std::accumulate(seen.begin(), seen.end(), std::uint64_t{0});
    const double probability_of_rest = 1 - std::accumulate(distribution.begin(), distribution.end(), 0.0);
    if (probability_of_rest * repeats >= 10) {
      seen.push_back(rest);
      distribution.push_back(probability_of_rest);
    }
    const double total = std::accumulate(distribution.begin(), distribution.end(), 0.0);
    for (double& p : distribution) p /= total;
    if (distribution.size() > 1) least_p = std::min(least_p, chi_square_p(seen, distribution));
  }
  return least_p;
}

TEST(SplitMatrix, IsWhatTheProgramDoes) {
  for (const SplitAllocation& allocation : {SplitAllocation{}, SplitAllocation{true, 1},
                                            SplitAllocation{.pick = SplitAllocation::Pick::by_likeness}})
    EXPECT_GT(least_p_of_the_program(allocation), 1e-6)
        << "of 52 rows; " << allocation.at_once << allocation.scans;
}

}  // namespace
}  // namespace themata::testing
