#include "themata/rating/strategies.hpp"

#include <map>
#include <utility>

namespace themata {

namespace {

constexpr RatingInterval ratings_range{1, 3}, ratings_difference{-2, 2}, shares_difference{-1, 1};

/// The replies to the items of one strategy.
struct StrategyReplies {
  std::vector<Reply> found, rating, preferred, undecided;
};

/// Sorts the answers of one kind of raters.
class Judge {
 public:
  explicit Judge(const RatingKey& key) : replies_(key.strategies.size()) {}

  void add(const RatingAnswer& answer) {
    raters_[answer.rater] = true;
    const KeyItem& item = *answer.item;
    if (item.task == RatingTask::preference) return add_preference(answer);
    const auto [strategy, topic] = item.origins[0];
    StrategyTopic& row = topic_row(item, 0);
    if (item.task == RatingTask::rating) {
      ++row.ratings[static_cast<std::size_t>(answer.value - '1')];
      replies_[strategy].rating.push_back(reply(answer, answer.value - '0'));
      return;
    }
    const bool found = answer.value == item.intruder;
    ++row.intrusion_answers;
    if (found) ++row.intruders_found;
    replies_[strategy].found.push_back(reply(answer, found ? 1 : 0));
  }

  JudgedBy judged(const std::string& name) const {
    JudgedBy result{name, raters_.size(), {}, {}, {}};
    for (const StrategyReplies& of : replies_)
      result.strategies.push_back({estimate_proportion(of.found), estimate_mean(of.rating, ratings_range),
                                   estimate_proportion(of.preferred), estimate_proportion(of.undecided)});
    for (std::size_t a = 0; a < replies_.size(); ++a)
      for (std::size_t b = a + 1; b < replies_.size(); ++b) {
        const auto pair = pairs_.find({a, b});
        result.differences.push_back(
            {a, b, estimate_difference(replies_[a].found, replies_[b].found, shares_difference),
             estimate_difference(replies_[a].rating, replies_[b].rating, ratings_difference),
             pair == pairs_.end() ? std::nullopt : estimate_mean(pair->second, shares_difference)});
      }
    for (const auto& [place, row] : topics_) result.topics.push_back(row);
    return result;
  }

 private:
  static Reply reply(const RatingAnswer& answer, double value) {
    return {answer.rater, answer.item->block, answer.item->number, value};
  }

  StrategyTopic& topic_row(const KeyItem& item, std::size_t list) {
    const auto [strategy, topic] = item.origins[list];
    StrategyTopic& row = topics_[{strategy, topic}];
    row.strategy = strategy;
    row.topic = topic;
    row.block = item.block;
    return row;
  }

  void add_preference(const RatingAnswer& answer) {
    const KeyItem& item = *answer.item;
    for (std::size_t list = 0; list < item.origins.size(); ++list) {
      const bool chosen = answer.value == static_cast<char>('1' + list), undecided = answer.value == '0';
      StrategyTopic& row = topic_row(item, list);
      ++row.preference_answers;
      row.preferred += chosen ? 1 : 0;
      row.undecided += undecided ? 1 : 0;
      StrategyReplies& of = replies_[item.origins[list].strategy];
      of.preferred.push_back(reply(answer, chosen ? 1 : 0));
      of.undecided.push_back(reply(answer, undecided ? 1 : 0));
    }
    const std::size_t first = item.origins[0].strategy, second = item.origins[1].strategy;
    const double for_first_list = answer.value == '1' ? 1 : answer.value == '2' ? -1 : 0;
    pairs_[std::minmax(first, second)].push_back(
        reply(answer, first < second ? for_first_list : -for_first_list));
  }

  std::vector<StrategyReplies> replies_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Reply>> pairs_;
  std::map<std::pair<std::size_t, std::size_t>, StrategyTopic> topics_;
  std::map<std::size_t, bool> raters_;
};

/// Compares a proxy's answers with people's. @param by_item  people's answers
Agreement agreement_with(const RatingAnswers& answers, std::size_t proxy, RatingTask task,
                         const std::map<std::size_t, std::vector<char>>& by_item) {
  Agreement result{.proxy = answers.raters[proxy], .task = task};
  for (const RatingAnswer& answer : answers.answers) {
    if (answer.rater != proxy || answer.item->task != task) continue;
    const auto people = by_item.find(answer.item->number);
    if (people == by_item.end()) continue;
    const std::vector<char>& given = people->second;
    for (std::size_t i = 0; i < given.size(); ++i) {
      ++result.answers;
      result.same += given[i] == answer.value ? 1 : 0;
      result.pairs += i;
      for (std::size_t j = 0; j < i; ++j) result.same_among_people += given[i] == given[j] ? 1 : 0;
    }
  }
  return result;
}

std::vector<Agreement> agreements_of(const RatingAnswers& answers) {
  std::map<std::size_t, std::vector<char>> by_item;
  for (const RatingAnswer& answer : answers.answers)
    if (!answers.is_proxy(answer.rater)) by_item[answer.item->number].push_back(answer.value);
  std::vector<Agreement> result;
  for (std::size_t rater = 0; rater < answers.raters.size(); ++rater) {
    if (!answers.is_proxy(rater)) continue;
    for (const RatingTask task : {RatingTask::intrusion, RatingTask::rating, RatingTask::preference})
      if (Agreement one = agreement_with(answers, rater, task, by_item); one.answers > 0)
        result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

std::optional<double> StrategyTopic::precision() const {
  if (intrusion_answers == 0) return std::nullopt;
  return static_cast<double>(intruders_found) / static_cast<double>(intrusion_answers);
}

std::optional<double> StrategyTopic::mean_rating() const {
  if (n_ratings() == 0) return std::nullopt;
  return static_cast<double>(ratings[0] + 2 * ratings[1] + 3 * ratings[2]) / static_cast<double>(n_ratings());
}

StrategyScores score_strategies(const RatingKey& key, const RatingAnswers& answers) {
  StrategyScores scores;
  std::map<std::size_t, Judge> judges;  // 0: people; else a rater who is a proxy
  for (const RatingAnswer& answer : answers.answers)
    judges.try_emplace(answers.is_proxy(answer.rater) ? answer.rater + 1 : 0, key).first->second.add(answer);
  for (const auto& [number, judge] : judges)
    scores.judges.push_back(judge.judged(number == 0 ? "people" : answers.raters[number - 1]));
  scores.agreements = agreements_of(answers);
  return scores;
}

}  // namespace themata
