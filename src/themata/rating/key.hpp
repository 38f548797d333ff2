#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "themata/rating/items.hpp"

namespace themata {

enum class RatingTask { intrusion, rating, preference };

/// The key's entry for an item.
struct KeyItem {
  /// Where a list of words comes from.
  struct Origin {
    std::size_t strategy = 0, topic = 0;
  };
  RatingTask task = RatingTask::rating;
  std::array<Origin, 2> origins;  ///< the second: of a preference item alone
  std::size_t block = 0;          ///< of the topics; without strategies the topic
  std::size_t letters = 0;        ///< number of words of an intrusion item
  char intruder = 0;              ///< its letter
  std::size_t number = 0;         ///< among the key's items, by name
};

/// The solutions of tasks.
struct RatingKey {
  std::string path;                        ///< of its file
  std::vector<RatingStrategy> strategies;  ///< one without a name if none are compared
  std::string set;                         ///< which tasks these are; "" if no strategies are compared
  std::map<std::string, KeyItem, std::less<>> items;

  bool compares() const { return !set.empty(); }
};

/// @throws InputError if a folder lacks a file that folders of rating tasks have
void require_tasks(const std::filesystem::path& folder, const char* file);

/// Reads the key.csv of tasks. @throws InputError with file and line
RatingKey read_rating_key(const std::filesystem::path& path);

/// Raters whose names begin with this are programs that stand in for people.
constexpr std::string_view proxy_prefix = "proxy:";

/// An answer that its item offers.
struct RatingAnswer {
  std::size_t rater = 0;  ///< in RatingAnswers::raters
  const KeyItem* item = nullptr;
  char value = 0;  ///< 'A', 'B', ... of an intrusion item, '1' to '3' of a rating, '0' to '2' of a preference
};

struct RatingAnswers {
  std::vector<std::string> raters;  ///< those with an answer, in the order of their first
  std::vector<RatingAnswer> answers;
  std::size_t without_answer = 0;  ///< items that nobody has answered

  bool is_proxy(std::size_t rater) const { return raters[rater].starts_with(proxy_prefix); }
  std::size_t n_people() const;
};

/// Reads answers, and checks each against its item.
/// @param path  CSV with the columns rater, item, answer and, optionally, set. For an intrusion item the
/// answer is the word's letter, upper or lower case; for a rating item 1, 2 or 3; for a preference item 1, 2,
/// or 0 for no preference. Rows with an empty answer are counted and ignored.
/// @param key   must outlive the answers
/// @throws InputError with file and line for an unknown item, an invalid answer, a rater's second answer to
/// an item, an answer without a rater or to another set of tasks, or no answer at all
RatingAnswers read_rating_answers(const std::filesystem::path& path, const RatingKey& key);

}  // namespace themata
