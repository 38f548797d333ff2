#include <algorithm>
#include <string_view>

#include "themata/io/atomic_file.hpp"
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
    std::size_t most = 0;
    for (const auto& item : tasks_.intrusion) most = std::max(most, item.words.size());
    for (const auto& item : tasks_.rating) most = std::max(most, item.words.size());
    OutputFile file(path);
    file.write("item,task");
    for (std::size_t i = 1; i <= most; ++i) file.print(",word_{}", i);
    file.write("\n");
    for (const auto& item : tasks_.intrusion) print_item(file, item, "word-intrusion", most);
    for (const auto& item : tasks_.rating) print_item(file, item, "rating", most);
    file.commit();
  }

  void write_answers(const std::filesystem::path& path) const {
    OutputFile file(path);
    file.write("rater,item,answer\n");
    for (const auto& item : tasks_.intrusion) file.print(",{},\n", item.id);
    for (const auto& item : tasks_.rating) file.print(",{},\n", item.id);
    file.commit();
  }

  void write_key(const std::filesystem::path& path) const {
    OutputFile file(path);
    file.write("item,task,topic,words,intruder,intruder_word,intruder_topic\n");
    for (const auto& item : tasks_.intrusion)
      file.print("{},word-intrusion,{},{},{},{},{}\n", item.id, item.topic, item.words.size(),
                 static_cast<char>('A' + item.intruder), csv_field(vocabulary_[item.words[item.intruder]]),
                 item.intruder_topic);
    for (const auto& item : tasks_.rating)
      file.print("{},rating,{},{},,,\n", item.id, item.topic, item.words.size());
    file.commit();
  }

 private:
  template <class Item>
  void print_item(OutputFile& file, const Item& item, std::string_view task, std::size_t columns) const {
    file.print("{},{}", item.id, task);
    for (std::size_t i = 0; i < columns; ++i)
      file.print(",{}", i < item.words.size() ? csv_field(vocabulary_[item.words[i]]) : "");
    file.write("\n");
  }

  const RatingTasks& tasks_;
  const std::vector<std::string>& vocabulary_;
};

}  // namespace

void write_rating_folder(const RatingTasks& tasks, const std::vector<std::string>& vocabulary,
                         const std::filesystem::path& folder) {
  StagedFolder staged(folder);
  const RatingFiles files(tasks, vocabulary);
  write_file_atomically(staged.staging().path() / "tasks.html", rating_page(tasks, vocabulary));
  files.write_items(staged.staging().path() / "items.csv");
  files.write_answers(staged.staging().path() / "answers.csv");
  files.write_key(staged.staging().path() / "key.csv");
  staged.commit();
}

}  // namespace themata
