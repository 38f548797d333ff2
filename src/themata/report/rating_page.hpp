#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "themata/evaluate/rating_tasks.hpp"

namespace themata {

/// The items as a page to print or to look at: one HTML document that needs nothing else, with no word of the answers.
/// Words are escaped; control characters become spaces.
std::string rating_page(const RatingTasks& tasks, const std::vector<std::string>& vocabulary);

/// A new folder with tasks.html, items.csv (item, task, word_1, word_2, ...), answers.csv (rater, item, answer: a form to
/// fill in) and, apart, key.csv (item, task, topic, words, intruder, intruder_word, intruder_topic).
/// @throws UsageError where the folder exists already; ResourceError
void write_rating_folder(const RatingTasks& tasks, const std::vector<std::string>& vocabulary,
                         const std::filesystem::path& folder);

}  // namespace themata
