#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Answers of a program that stands in for people. They measure how words occur together, and no judgment of
/// a person.
struct ProxyAnswers {
  struct Row {
    std::string item, answer;  ///< no answer: ""
  };
  std::vector<Row> rows;
  std::string set;           ///< of the tasks, for answers.csv; "" if no strategies are compared
  std::size_t window = 0;    ///< tokens per window in which words were counted; 0: documents
  std::size_t answered = 0;  ///< rows with an answer
  std::size_t words = 0, words_in_reference = 0;  ///< different words of the items
};

/// Answers tasks by NPMI in a reference corpus. It sees what raters see, items.csv, and not the key.
///
/// Word intrusion: the word with the smallest sum of npmi(i, j) over the other words of its item (Lau, Newman
/// & Baldwin 2014, with NPMI alone where they combine several association measures by a trained ranking); the
/// first of several. Rating: 3 for the third of the items with the highest mean NPMI, 1 for the lowest third,
/// 2 for those between. Preference: the list with the higher mean NPMI; 0 if they are equal. Words that the
/// reference lacks are left out; with fewer than three words (rating, preference: two) there is no answer.
/// @param tasks  the folder of the tasks
/// @throws InputError if items.csv is damaged, or the reference has none of the words
ProxyAnswers npmi_answers(const std::filesystem::path& tasks, const CorpusFolder& reference, Pool& pool);

/// Writes the answers as a CSV file of rater proxy:npmi. @throws UsageError, ResourceError
void write_proxy_answers(const ProxyAnswers& answers, const std::filesystem::path& path);

}  // namespace themata
