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
/// @throws UsageError if the folder exists; ResourceError
void write_rating_folder(const RatingTasks& tasks, const std::vector<std::string>& vocabulary,
                         const std::filesystem::path& folder);

}  // namespace themata
