#include "themata/rating/score.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "themata/corpus/read/csv_table.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

/// The key's entry for an item.
struct KeyItem {
  std::size_t topic = 0;
  std::size_t letters = 0;  ///< number of words of an intrusion item; 0 for a rating item
  char intruder = 0;        ///< its letter
};

using AnswerKey = std::map<std::string, KeyItem, std::less<>>;

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

AnswerKey read_key(const std::filesystem::path& path) {
  const read::CsvTable table = read::read_csv(path.string());
  const std::size_t id = table.column("item"), topic = table.column("topic"), words = table.column("words"),
                    intruder = table.column("intruder");
  AnswerKey key;
  for (const auto& row : table.rows) {
    const auto require = [&](bool right, const char* what) {
      if (!right)
        throw InputError(table.name, row.line, InputFault{what, "a row of the key of rating tasks"},
                         Suggestion{Remedy::make_rating_tasks, ""});
    };
    const auto number = whole_number(row.fields[topic]), letters = whole_number(row.fields[words]);
    const std::string& letter = row.fields[intruder];
    require(number && letters, "'topic' or 'words' is not a number");
    require(letter.empty() || (letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z'),
            "'intruder' is not a letter");
    const KeyItem item{*number, letter.empty() ? 0 : *letters, letter.empty() ? '\0' : letter[0]};
    require(key.emplace(row.fields[id], item).second, "the item occurs twice");
  }
  return key;
}

/// Counts the answers by topic, after checking each against its item.
class Scorer {
 public:
  explicit Scorer(const AnswerKey& key) {
    for (const auto& [id, item] : key) topics_[item.topic].topic = item.topic;
  }

  /// @returns what was expected instead where the answer is rejected, or ""
  std::string add(const KeyItem& item, std::string_view answer) {
    TopicRatings& topic = topics_.at(item.topic);
    const char first = answer.size() == 1 ? answer[0] : '\0';
    if (item.letters == 0) {
      if (first < '1' || first > '3') return "1, 2 or 3";
      ++topic.ratings;
      topic.rating_sum += static_cast<std::size_t>(first - '0');
      return "";
    }
    const char letter = first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
    if (letter < 'A' || static_cast<std::size_t>(letter - 'A') >= item.letters)
      return fmt::format("a letter from A to {}", static_cast<char>('A' + item.letters - 1));
    ++topic.intrusion_answers;
    if (letter == item.intruder) ++topic.intruders_found;
    return "";
  }

  std::vector<TopicRatings> topics() const {
    std::vector<TopicRatings> result;
    for (const auto& [number, topic] : topics_)
      if (topic.intrusion_answers + topic.ratings > 0) result.push_back(topic);
    return result;
  }

 private:
  std::map<std::size_t, TopicRatings> topics_;
};

}  // namespace

std::optional<double> TopicRatings::precision() const {
  if (intrusion_answers == 0) return std::nullopt;
  return static_cast<double>(intruders_found) / static_cast<double>(intrusion_answers);
}

std::optional<double> TopicRatings::mean_rating() const {
  if (ratings == 0) return std::nullopt;
  return static_cast<double>(rating_sum) / static_cast<double>(ratings);
}

RatingMeans RatingScores::means() const {
  RatingMeans means;
  double precisions = 0, ratings = 0;
  for (const TopicRatings& topic : topics) {
    if (const auto precision = topic.precision()) precisions += *precision, ++means.topics_of_precision;
    if (const auto rating = topic.mean_rating()) ratings += *rating, ++means.topics_of_rating;
  }
  if (means.topics_of_precision > 0)
    means.precision = precisions / static_cast<double>(means.topics_of_precision);
  if (means.topics_of_rating > 0) means.rating = ratings / static_cast<double>(means.topics_of_rating);
  return means;
}

Interval exact_interval(std::size_t successes, std::size_t trials) {
  using Binomial = boost::math::binomial_distribution<double>;
  constexpr double tail = 0.025;
  const auto n = static_cast<double>(trials), x = static_cast<double>(successes);
  return {successes == 0 ? 0 : Binomial::find_lower_bound_on_p(n, x, tail),
          successes == trials ? 1 : Binomial::find_upper_bound_on_p(n, x, tail)};
}

RatingScores score_ratings(const std::filesystem::path& answers, const std::filesystem::path& key_path) {
  const AnswerKey key = read_key(key_path);
  const read::CsvTable table = read::read_csv(answers.string());
  const std::size_t rater = table.column("rater"), id = table.column("item"), answer = table.column("answer");
  Scorer scorer(key);
  std::set<std::pair<std::string_view, std::string_view>> seen;
  std::set<std::string_view> raters;
  RatingScores scores;
  for (const auto& row : table.rows) {
    const auto refuse = [&](const std::string& problem, const std::string& expected = "") {
      throw InputError(table.name, row.line, InputFault{problem, expected});
    };
    const auto item = key.find(row.fields[id]);
    if (item == key.end())
      refuse(fmt::format("there is no item '{}' in {}", row.fields[id], key_path.string()));
    if (row.fields[answer].empty()) {
      ++scores.without_answer;
      continue;
    }
    if (!seen.emplace(row.fields[rater], row.fields[id]).second)
      refuse(fmt::format("rater '{}' has already answered {}", row.fields[rater], row.fields[id]));
    if (const std::string expected = scorer.add(item->second, row.fields[answer]); !expected.empty())
      refuse(fmt::format("the answer to {} is '{}'", row.fields[id], row.fields[answer]), expected);
    raters.insert(row.fields[rater]);
  }
  if (raters.empty())
    throw InputError(table.name, 0, InputFault{"has no answer", "rows with rater, item and answer"});
  scores.raters = raters.size();
  scores.topics = scorer.topics();
  return scores;
}

}  // namespace themata
