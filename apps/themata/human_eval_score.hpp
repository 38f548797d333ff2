#pragma once

#include <string>

namespace themata::cli {

/// Which scores to print of answers to rating tasks.
struct ScoreCommand {
  std::string tasks, answers;
  std::string names;  ///< a file with names of topics, or ""
  std::string format = "table";
  std::string table;  ///< strategies, differences, topics or agreement; "": by format and key
};

/// Scores a file of answers against the key of the tasks, and prints the scores.
void print_scores(const ScoreCommand& command);

}  // namespace themata::cli
