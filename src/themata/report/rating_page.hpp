#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "themata/rating/tasks.hpp"

namespace themata {

/// The items as a page to print or view: one self-contained HTML document without the answers. Words are
/// escaped; control characters become spaces.
std::string rating_page(const RatingTasks& tasks, const std::vector<std::string>& vocabulary);

/// Writes a new folder with tasks.html, items.csv (item, task, word_1, word_2, ...), answers.csv (rater,
/// item, answer: a form to fill in) and, separately, key.csv (item, task, topic, words, intruder,
/// intruder_word, intruder_topic).
///
/// Where strategies are compared, items.csv has the second list of a preference item in other_1, other_2,
/// ...; answers.csv and key.csv have a column more, set: the checksum of items.csv, which says what tasks an
/// answer belongs to; and key.csv has strategy (from 1), fit, by, topics (of the fit) and block, and a row
/// for each of the two lists of a preference item.
/// @throws UsageError if the folder exists; ResourceError
void write_rating_folder(const RatingTasks& tasks, const std::vector<std::string>& vocabulary,
                         const std::filesystem::path& folder);

}  // namespace themata
