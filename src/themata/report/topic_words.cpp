#include "themata/report/topic_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "themata/evaluate/label_words.hpp"
#include "themata/report/budget.hpp"

namespace themata::report_parts {

namespace {

constexpr std::size_t words_a_name = 3;

/// The indices of the `n_words` best candidates by FREX, best first.
std::vector<std::size_t> best_by_frex(const std::vector<Candidate>& candidates, std::size_t n_types,
                                      double weight, std::size_t n_words) {
  std::vector<std::size_t> order(candidates.size());
  std::vector<double> scores(candidates.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    scores[i] = frex(candidates[i].ranks, n_types, weight);
  }
  const auto n = static_cast<std::ptrdiff_t>(std::min(n_words, order.size()));
  std::partial_sort(order.begin(), order.begin() + n, order.end(), [&](std::size_t a, std::size_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    const std::uint32_t of_a = candidates[a].ranks.frequency, of_b = candidates[b].ranks.frequency;
    return of_a != of_b ? of_a > of_b : a < b;
  });
  order.resize(static_cast<std::size_t>(n));
  return order;
}

/// The candidates that the page may need, whatever the weight of exclusivity.
std::vector<Candidate> words_to_show(const std::vector<Candidate>& candidates, std::size_t n_types,
                                     std::size_t n_words) {
  std::set<std::size_t> indices;
  for (int tenth = 0; tenth <= 10; ++tenth)
    for (const std::size_t i : best_by_frex(candidates, n_types, tenth / 10.0, n_words)) indices.insert(i);
  std::vector<Candidate> shown;
  shown.reserve(indices.size());
  for (const std::size_t i : indices) shown.push_back(candidates[i]);
  return shown;
}

/// The candidates of each topic. For a draw, the words ranked by its scores; for labels in a tree, all words,
/// by the means of the kept draws and compared with siblings.
class CandidatesOfTopics {
 public:
  explicit CandidatesOfTopics(const ReportSource& source) : source_(source) {
    const ShownFit& shown = source.shown;
    if (shown.draw.rates() == nullptr || shown.given.parents.empty()) return;
    tree_.emplace(shown.given.parents);
    draws_ = rates_of(shown.fit, shown.draw);
  }

  const std::optional<LabelTree>& tree() const { return tree_; }
  std::vector<Candidate> of(std::size_t k) {
    const auto types = source_.counts.columns_of(k), tokens = source_.counts.counts_of(k);
    std::vector<Candidate> candidates;
    if (!tree_) {
      const std::vector<WordRanks> ranks = source_.scores.ranks(k);
      for (std::size_t i = 0; i < ranks.size(); ++i)
        candidates.push_back({static_cast<std::uint32_t>(types[i]), tokens[i], ranks[i]});
      return candidates;
    }
    const std::vector<WordRanks> ranks = ranks_in_tree(k);
    for (std::uint32_t v = 0; v < ranks.size(); ++v) candidates.push_back({v, 0, ranks[v]});
    for (std::size_t i = 0; i < types.size(); ++i)
      candidates[static_cast<std::size_t>(types[i])].tokens = tokens[i];
    return candidates;
  }

 private:
  std::vector<WordRanks> ranks_in_tree(std::size_t k) {
    const std::size_t types = source_.counts.n_columns;
    if (k < first_ || k >= last_) {
      first_ = k;
      last_ = std::min(k + labels_at_once(types), tree_->n_topics());
      words_ = label_words(draws_, *tree_, {first_, last_}, {.deviations = false}, source_.pool);
    }
    const auto row = [&](const std::vector<double>& all) {
      return std::span(all).subspan((k - first_) * types, types);
    };
    return ranks_of(row(words_.rate), row(words_.exclusivity));
  }

  const ReportSource& source_;
  std::optional<LabelTree> tree_;
  EachRates draws_;
  std::size_t first_ = 0, last_ = 0;  ///< the topics of words_
  LabelWords words_;
};

std::string name_of(const std::vector<Candidate>& candidates, const std::vector<std::string>& vocabulary) {
  std::string name;
  for (const std::size_t i : best_by_frex(candidates, vocabulary.size(), 0.5, words_a_name))
    name.append(name.empty() ? "" : ", ").append(vocabulary[candidates[i].type]);
  return name;
}

}  // namespace

ChosenWords choose_words(const ReportSource& source) {
  const TopicBudget budget = topic_budget(source);
  const std::size_t types = source.counts.n_columns;
  CandidatesOfTopics candidates(source);
  ChosenWords chosen;
  for (std::size_t k = 0; k < budget.shown; ++k) {
    const std::vector<Candidate> all = candidates.of(k);
    chosen.words.push_back(words_to_show(all, types, budget.words));
    const bool has_words = source.scores.sizes()[k] > 0 || candidates.tree();
    chosen.names.push_back(has_words ? name_of(all, source.shown.corpus.vocabulary) : "");
  }
  chosen.tree = candidates.tree();
  return chosen;
}

}  // namespace themata::report_parts
