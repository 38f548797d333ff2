#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "themata/io/atomic_file.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/report/rating_page.hpp"

namespace themata {

namespace {

/// A field of a CSV file (RFC 4180), on one line.
std::string csv_field(std::string_view text) {
  std::string field = one_line(text);
  if (field.find_first_of(",\"") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted.push_back('"');
    quoted.push_back(c);
  }
  return quoted + '"';
}

/// The files of one folder.
class RatingFiles {
 public:
  RatingFiles(const RatingTasks& tasks, const std::vector<std::string>& vocabulary)
      : tasks_(tasks), vocabulary_(vocabulary) {}

  void write_items(const std::filesystem::path& path) const {
    std::size_t most = 0, others = 0;
    for (const auto& item : tasks_.intrusion) most = std::max(most, item.words.size());
    for (const auto& item : tasks_.rating) most = std::max(most, item.words.size());
    for (const auto& item : tasks_.preference) others = std::max(others, item.lists[1].words.size());
    OutputFile file(path);
    file.write("item,task");
    for (std::size_t i = 1; i <= most; ++i) file.print(",word_{}", i);
    for (std::size_t i = 1; i <= others; ++i) file.print(",other_{}", i);
    file.write("\n");
    const auto row = [&](const auto& item, std::string_view task, const Words& words, const Words& other) {
      file.print("{},{}", item.id, task);
      print_words(file, words, most);
      print_words(file, other, others);
      file.write("\n");
    };
    for (const auto& item : tasks_.intrusion) row(item, "word-intrusion", item.words, {});
    for (const auto& item : tasks_.rating) row(item, "rating", item.words, {});
    for (const auto& item : tasks_.preference)
      row(item, "preference", item.lists[0].words, item.lists[1].words);
    file.commit();
  }

  void write_answers(const std::filesystem::path& path) const {
    OutputFile file(path);
    const bool compared = !tasks_.strategies.empty();
    file.print("rater,item,answer{}\n", compared ? ",set" : "");
    const std::string end = compared ? "," + set_ : "";
    for (const auto& item : tasks_.intrusion) file.print(",{},{}\n", item.id, end);
    for (const auto& item : tasks_.rating) file.print(",{},{}\n", item.id, end);
    for (const auto& item : tasks_.preference) file.print(",{},{}\n", item.id, end);
    file.commit();
  }

  void write_key(const std::filesystem::path& path) const {
    OutputFile file(path);
    file.print("item,task,topic,words,intruder,intruder_word,intruder_topic{}\n",
               tasks_.strategies.empty() ? "" : ",strategy,fit,by,topics,block,set");
    for (const auto& item : tasks_.intrusion)
      file.print("{},word-intrusion,{},{},{},{},{}{}\n", item.id, item.topic, item.words.size(),
                 static_cast<char>('A' + item.intruder), csv_field(vocabulary_[item.words[item.intruder]]),
                 item.intruder_topic, origin(item.strategy, item.block));
    for (const auto& item : tasks_.rating)
      file.print("{},rating,{},{},,,{}\n", item.id, item.topic, item.words.size(),
                 origin(item.strategy, item.block));
    for (const auto& item : tasks_.preference)
      for (const auto& list : item.lists)
        file.print("{},preference,{},{},,,{}\n", item.id, list.topic, list.words.size(),
                   origin(list.strategy, item.block));
    file.commit();
  }

  /// @param items  the written file of the items
  void name_set(const std::filesystem::path& items) { set_ = checksum_of_file(items); }

 private:
  using Words = std::vector<std::uint32_t>;

  void print_words(OutputFile& file, const Words& words, std::size_t columns) const {
    for (std::size_t i = 0; i < columns; ++i)
      file.print(",{}", i < words.size() ? csv_field(vocabulary_[words[i]]) : "");
  }

  /// What the key says of where an item comes from, if strategies are compared.
  std::string origin(std::size_t strategy, std::size_t block) const {
    if (tasks_.strategies.empty()) return "";
    const RatingStrategy& from = tasks_.strategies[strategy];
    return fmt::format(",{},{},{},{},{},{}", strategy + 1, csv_field(from.fit), from.by, from.n_topics, block,
                       set_);
  }

  const RatingTasks& tasks_;
  const std::vector<std::string>& vocabulary_;
  std::string set_;
};

}  // namespace

void write_rating_folder(const RatingTasks& tasks, const std::vector<std::string>& vocabulary,
                         const std::filesystem::path& folder) {
  StagedFolder staged(folder);
  RatingFiles files(tasks, vocabulary);
  write_file_atomically(staged.staging().path() / "tasks.html", rating_page(tasks, vocabulary));
  files.write_items(staged.staging().path() / "items.csv");
  files.name_set(staged.staging().path() / "items.csv");
  files.write_answers(staged.staging().path() / "answers.csv");
  files.write_key(staged.staging().path() / "key.csv");
  staged.commit();
}

}  // namespace themata
