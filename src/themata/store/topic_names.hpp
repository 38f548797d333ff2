#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// Names that a person gave to topics: a line per topic, its number and its name separated by a tab. The
/// first line may be a header, "topic<TAB>name". Topics without a line keep the name that they have.
/// @param names  K, or none; they are replaced
/// @throws InputError naming the line: a number that is no topic or occurs twice, a name that is empty, has
/// control characters or is longer than longest_topic_name; a file without names, or not in UTF-8
std::vector<std::string> read_topic_names(const std::string& path, std::size_t n_topics,
                                          std::vector<std::string> names = {});

/// In bytes.
inline constexpr std::size_t longest_topic_name = 500;

/// The fit with names from a file for the topics of the chain that is shown. @param path  nothing if empty
ShownFit with_names(ShownFit shown, const std::string& path);

}  // namespace themata
