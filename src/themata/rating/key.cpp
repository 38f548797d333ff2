#include "themata/rating/key.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "themata/corpus/read/csv_table.hpp"
#include "themata/io/error.hpp"
#include "themata/rating/comparison.hpp"

namespace themata {

namespace {

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Reads the rows of a key into items and strategies.
class KeyReader {
 public:
  explicit KeyReader(const std::filesystem::path& path) : table_(read::read_csv(path.string())) {
    key_.path = path.string();
    for (const char* name : {"item", "topic", "words", "intruder"}) columns_[name] = table_.column(name);
    compares_ = std::ranges::find(table_.header, "strategy") != table_.header.end();
    for (const char* name : {"task", "strategy", "fit", "by", "topics", "block", "set"})
      if (compares_) columns_[name] = table_.column(name);
    if (!compares_) key_.strategies.resize(1);
  }

  RatingKey read() {
    for (const auto& row : table_.rows) add(row);
    for (const RatingStrategy& strategy : key_.strategies)
      if (compares_ && strategy.by.empty()) refuse("lacks items of a strategy");
    std::size_t number = 0;
    for (auto& [id, item] : key_.items) {
      item.number = number++;
      if (item.task == RatingTask::preference && n_lists_[id] != 2)
        refuse(fmt::format("has one list of the preference item {}", id));
    }
    return std::move(key_);
  }

 private:
  using Row = read::CsvTable::Row;

  const std::string& field(const Row& row, const char* name) const { return row.fields[columns_.at(name)]; }

  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError(table_.name, 0, InputFault{problem, "the complete key of rating tasks"},
                     Suggestion{Remedy::make_rating_tasks, ""});
  }

  void require(bool right, const Row& row, const char* what) const {
    if (!right)
      throw InputError(table_.name, row.line, InputFault{what, "a row of the key of rating tasks"},
                       Suggestion{Remedy::make_rating_tasks, ""});
  }

  std::size_t number(const Row& row, const char* name, const char* what) const {
    const auto number = whole_number(field(row, name));
    require(number.has_value(), row, what);
    return *number;
  }

  void add(const Row& row) {
    constexpr const char* no_number = "'topic' or 'words' is not a number";
    const std::size_t topic = number(row, "topic", no_number), letters = number(row, "words", no_number);
    const std::string& letter = field(row, "intruder");
    require(letter.empty() || (letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z'), row,
            "'intruder' is not a letter");
    KeyItem item;
    item.task = letter.empty() ? RatingTask::rating : RatingTask::intrusion;
    item.letters = letter.empty() ? 0 : letters;
    item.intruder = letter.empty() ? '\0' : letter[0];
    item.origins[0] = {0, topic};
    item.block = topic;
    if (compares_) {
      if (letter.empty() && field(row, "task") == "preference") item.task = RatingTask::preference;
      item.origins[0].strategy = strategy(row);
      item.block = number(row, "block", "'block' is not a number");
    }
    const std::string& id = field(row, "item");
    const auto [place, is_new] = key_.items.emplace(id, item);
    const std::size_t list = n_lists_[id]++;
    if (is_new) return;
    require(item.task == RatingTask::preference && place->second.task == RatingTask::preference && list < 2,
            row, "the item occurs twice");
    place->second.origins[list] = item.origins[0];
  }

  /// The strategy of a row, from 0.
  std::size_t strategy(const Row& row) {
    const std::string& set = field(row, "set");
    require(!set.empty(), row, "'set' is empty");
    if (key_.set.empty()) key_.set = set;
    require(set == key_.set, row, "two keys are mixed: 'set' is not that of the rows before");
    const std::size_t from_one = number(row, "strategy", "'strategy' is not a number");
    require(from_one >= 1 && from_one <= most_strategies, row, "'strategy' is not a number of a strategy");
    const RatingStrategy read{field(row, "fit"), field(row, "by"),
                              number(row, "topics", "'topics' is not a number")};
    key_.strategies.resize(std::max(key_.strategies.size(), from_one));
    RatingStrategy& known = key_.strategies[from_one - 1];
    if (known.by.empty()) known = read;
    require(!read.by.empty() && known.fit == read.fit && known.by == read.by, row,
            "'strategy' has another fit or ranking in a row before");
    return from_one - 1;
  }

  read::CsvTable table_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  bool compares_ = false;
  RatingKey key_;
  std::map<std::string, std::size_t, std::less<>> n_lists_;  ///< rows of each item
};

/// The answer in the form in which it counts. @param expected  what the item offers instead, if it is no such
/// answer
std::optional<char> valid_answer(const KeyItem& item, std::string_view answer, std::string& expected) {
  const char first = answer.size() == 1 ? answer[0] : '\0';
  if (item.task == RatingTask::rating) {
    expected = "1, 2 or 3";
    return first >= '1' && first <= '3' ? std::optional(first) : std::nullopt;
  }
  if (item.task == RatingTask::preference) {
    expected = "1, 2, or 0 for no clear difference";
    return first >= '0' && first <= '2' ? std::optional(first) : std::nullopt;
  }
  expected = fmt::format("a letter from A to {}", static_cast<char>('A' + item.letters - 1));
  const char letter = first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
  const bool offered = letter >= 'A' && static_cast<std::size_t>(letter - 'A') < item.letters;
  return offered ? std::optional(letter) : std::nullopt;
}

/// Reads the rows of answers.
class AnswerReader {
 public:
  AnswerReader(const std::filesystem::path& path, const RatingKey& key)
      : table_(read::read_csv(path.string())),
        key_(key),
        rater_(table_.column("rater")),
        item_(table_.column("item")),
        answer_(table_.column("answer")) {
    if (std::ranges::find(table_.header, "set") != table_.header.end()) set_ = table_.column("set");
  }

  RatingAnswers read() {
    for (const auto& row : table_.rows) add(row);
    if (result_.answers.empty())
      throw InputError(table_.name, 0, InputFault{"has no answer", "rows with rater, item and answer"});
    result_.without_answer = key_.items.size() - answered_.size();
    return std::move(result_);
  }

 private:
  void add(const read::CsvTable::Row& row) {
    const auto refuse = [&](const std::string& problem, const std::string& expected = "") {
      throw InputError(table_.name, row.line, InputFault{problem, expected});
    };
    const std::string &rater = row.fields[rater_], &id = row.fields[item_], &answer = row.fields[answer_];
    if (set_ && !row.fields[*set_].empty() && row.fields[*set_] != key_.set)
      refuse(fmt::format("the answer is to other tasks, of set {}", row.fields[*set_]),
             key_.compares() ? fmt::format("set {}, as in {}", key_.set, key_.path)
                             : fmt::format("tasks without a set, as in {}", key_.path));
    const auto item = key_.items.find(id);
    if (item == key_.items.end()) refuse(fmt::format("there is no item '{}' in {}", id, key_.path));
    if (answer.empty()) return;
    if (rater.empty()) refuse("the answer has no rater", "a name of the person, in each row of theirs");
    if (!seen_.emplace(rater, id).second)
      refuse(fmt::format("rater '{}' has already answered {}", rater, id));
    std::string expected;
    const auto valid = valid_answer(item->second, answer, expected);
    if (!valid) refuse(fmt::format("the answer to {} is '{}'", id, answer), expected);
    answered_.insert(id);
    const auto [number, is_new] = numbers_.emplace(rater, result_.raters.size());
    if (is_new) result_.raters.push_back(rater);
    result_.answers.push_back({number->second, &item->second, *valid});
  }

  read::CsvTable table_;
  const RatingKey& key_;
  std::size_t rater_, item_, answer_;
  std::optional<std::size_t> set_;
  std::set<std::pair<std::string_view, std::string_view>> seen_;
  std::set<std::string_view> answered_;  ///< items
  std::map<std::string_view, std::size_t> numbers_;
  RatingAnswers result_;
};

}  // namespace

void require_tasks(const std::filesystem::path& folder, const char* file) {
  if (!std::filesystem::exists(folder / file))
    throw InputError(folder.string(), 0,
                     InputFault{fmt::format("has no {}", file), "a folder of rating tasks"},
                     Suggestion{Remedy::make_rating_tasks, ""});
}

RatingKey read_rating_key(const std::filesystem::path& path) { return KeyReader(path).read(); }

std::size_t RatingAnswers::n_people() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(raters, [](const std::string& name) { return !name.starts_with(proxy_prefix); }));
}

RatingAnswers read_rating_answers(const std::filesystem::path& path, const RatingKey& key) {
  return AnswerReader(path, key).read();
}

}  // namespace themata
