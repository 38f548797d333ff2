#include "themata/rating/proxy.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "themata/corpus/read/csv_table.hpp"
#include "themata/evaluate/coherence.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/output_file.hpp"
#include "themata/rating/key.hpp"

namespace themata {

namespace {

constexpr std::size_t most_letters = 26;

/// The words of an item that the reference has.
struct KnownList {
  std::vector<std::uint32_t> types;  ///< in the reference
  std::vector<std::size_t> places;   ///< among the item's words
};

struct ReadItem {
  std::string id, task;
  KnownList words, other;  ///< the second list of a preference item
};

/// Reads items.csv, and finds its words in the reference.
class ItemReader {
 public:
  ItemReader(const std::filesystem::path& path, const CorpusFolder& reference)
      : table_(read::read_csv(path.string())), item_(table_.column("item")), task_(table_.column("task")) {
    for (std::uint32_t v = 0; v < reference.vocabulary.size(); ++v)
      types_.emplace(reference.vocabulary[v], v);
    for (std::size_t i = 0; i < table_.header.size(); ++i) {
      if (table_.header[i].starts_with("word_")) words_.push_back(i);
      if (table_.header[i].starts_with("other_")) others_.push_back(i);
    }
  }

  std::vector<ReadItem> read() const {
    std::vector<ReadItem> items;
    for (const auto& row : table_.rows) {
      const std::string& task = row.fields[task_];
      const auto require = [&](bool right, const std::string& problem, const char* expected) {
        if (!right)
          throw InputError(table_.name, row.line, InputFault{problem, expected},
                           Suggestion{Remedy::make_rating_tasks, ""});
      };
      require(task == "word-intrusion" || task == "rating" || task == "preference",
              fmt::format("the task is '{}'", task), "word-intrusion, rating or preference");
      require(row.fields[item_].find_first_of(",\"\r\n") == std::string::npos,
              "the name of the item has a comma, a quote or a line break", "an item of rating tasks");
      require(task != "word-intrusion" || words_.size() <= most_letters ||
                  row.fields[words_[most_letters]].empty(),
              fmt::format("the item has more than {} words", most_letters), "an item of rating tasks");
      items.push_back({row.fields[item_], task, list_of(row, words_), list_of(row, others_)});
    }
    return items;
  }

  /// Number of different words, and of those that the reference has.
  std::pair<std::size_t, std::size_t> count_words() const {
    std::unordered_map<std::string_view, bool> words;
    for (const auto& row : table_.rows)
      for (const auto* columns : {&words_, &others_})
        for (const std::size_t column : *columns)
          if (!row.fields[column].empty()) words[row.fields[column]] = types_.contains(row.fields[column]);
    return {words.size(), static_cast<std::size_t>(
                              std::ranges::count_if(words, [](const auto& word) { return word.second; }))};
  }

 private:
  KnownList list_of(const read::CsvTable::Row& row, const std::vector<std::size_t>& columns) const {
    KnownList list;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto found = types_.find(row.fields[columns[i]]);
      if (found == types_.end() || std::ranges::find(list.types, found->second) != list.types.end()) continue;
      list.types.push_back(found->second);
      list.places.push_back(i);
    }
    return list;
  }

  read::CsvTable table_;
  std::size_t item_, task_;
  std::vector<std::size_t> words_, others_;
  std::unordered_map<std::string_view, std::uint32_t> types_;
};

/// Answers items from the counts of their words.
class NpmiRater {
 public:
  NpmiRater(const std::vector<ReadItem>& items, const CorpusFolder& reference, std::size_t window, Pool& pool)
      : watched_(lists_of(items), reference.corpus.n_types()) {
    const Windows windows{window, WindowCounts::exact};
    tally_ = count_windows(reference.corpus, watched_, std::span(&windows, 1), pool).front();
    for (const ReadItem& item : items)
      if (item.task == "rating")
        if (const auto coherence = coherence_of(item.words)) ratings_.push_back(*coherence);
    std::ranges::sort(ratings_);
  }

  std::string answer(const ReadItem& item) const {
    if (item.task == "word-intrusion") return intruder(item.words);
    const std::optional<double> first = coherence_of(item.words);
    if (!first) return "";
    if (item.task == "rating") return rating(*first);
    const std::optional<double> second = coherence_of(item.other);
    if (!second) return "";
    return *first > *second ? "1" : *first < *second ? "2" : "0";
  }

 private:
  static std::vector<std::vector<std::uint32_t>> lists_of(const std::vector<ReadItem>& items) {
    std::vector<std::vector<std::uint32_t>> lists;
    for (const ReadItem& item : items)
      for (const KnownList* list : {&item.words, &item.other}) lists.push_back(list->types);
    return lists;
  }

  std::optional<double> coherence_of(const KnownList& list) const {
    return npmi({list.types, watched_, tally_});
  }

  std::string intruder(const KnownList& list) const {
    KnownList seen;  // in a window: ListCounts leaves out the others
    for (std::size_t i = 0; i < list.types.size(); ++i) {
      if (tally_.words[watched_.number(list.types[i])] == 0) continue;
      seen.types.push_back(list.types[i]);
      seen.places.push_back(list.places[i]);
    }
    const ListCounts counts(seen.types, watched_, tally_);
    if (counts.n_words() < 3) return "";
    std::size_t least = 0;
    double least_sum = 0;
    for (std::size_t i = 0; i < counts.n_words(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < counts.n_words(); ++j)
        if (j != i) sum += npmi_of_pair(counts, i, j);
      if (i == 0 || sum < least_sum) least = i, least_sum = sum;
    }
    return std::string(1, static_cast<char>('A' + seen.places[least]));
  }

  /// By the third of the items that it is in.
  std::string rating(double coherence) const {
    const auto lower =
        static_cast<std::size_t>(std::ranges::lower_bound(ratings_, coherence) - ratings_.begin());
    return std::to_string(1 + std::min<std::size_t>(2, 3 * lower / ratings_.size()));
  }

  WatchedWords watched_;
  WindowTally tally_;
  std::vector<double> ratings_;  ///< the coherences of the rating items, ascending
};

}  // namespace

ProxyAnswers npmi_answers(const std::filesystem::path& tasks, const CorpusFolder& reference, Pool& pool) {
  require_tasks(tasks, "items.csv");
  const std::filesystem::path path = tasks / "items.csv";
  const ItemReader reader(path, reference);
  const std::vector<ReadItem> items = reader.read();
  ProxyAnswers answers;
  std::tie(answers.words, answers.words_in_reference) = reader.count_words();
  if (answers.words_in_reference == 0)
    throw InputError(reference.path.string(), 0,
                     InputFault{fmt::format("has none of the {} words of {}", answers.words, path.string()),
                                "a corpus in the same language, imported with the same options"});
  answers.window = usual_npmi_window(reference);
  const NpmiRater rater(items, reference, answers.window, pool);
  for (const ReadItem& item : items) {
    answers.rows.push_back({item.id, rater.answer(item)});
    if (!answers.rows.back().answer.empty()) ++answers.answered;
  }
  const read::CsvTable form = read::read_csv((tasks / "answers.csv").string());
  if (std::ranges::find(form.header, "set") != form.header.end()) answers.set = checksum_of_file(path);
  return answers;
}

void write_proxy_answers(const ProxyAnswers& answers, const std::filesystem::path& path) {
  OutputFile file(path);
  file.print("rater,item,answer{}\n", answers.set.empty() ? "" : ",set");
  for (const auto& [item, answer] : answers.rows)
    file.print("{}npmi,{},{}{}{}\n", proxy_prefix, item, answer, answers.set.empty() ? "" : ",", answers.set);
  file.commit();
}

}  // namespace themata
