#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <string>

#include "support/problems.hpp"
#include "themata/fit/fit.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/corpus_writer.hpp"

// Corpora and fits on disk, small enough to be made within a test.
namespace themata::testing {

/// A tree of labels, as tree.tsv has it.
inline std::vector<std::string> small_tree_lines() { return {"a\t", "b\t", "a1\ta", "a2\ta", "b1\tb"}; }

/// One or two labels of that tree for each document.
inline std::string labels_of_document(std::size_t d) {
  const std::vector<std::string> names{"a", "b", "a1", "a2", "b1"};
  const std::string& first = names[d % 5];
  const std::string& second = names[(d + 1 + d / 5 % 4) % 5];
  return d % 3 == 0 ? fmt::format(R"(["{}"])", first) : fmt::format(R"(["{}","{}"])", first, second);
}

enum class WithLabels { no, yes };

/// A problem as a corpus folder: word v is called "w<v>" and document d "d<d>".
inline void write_problem(const Problem& problem, const std::filesystem::path& path,
                          const std::string& prefix = "w", WithLabels labels = WithLabels::no) {
  CorpusWriter writer(path);
  const bool has_labels = labels == WithLabels::yes;
  std::vector<std::string> words, rows;
  for (std::uint32_t v = 0; v < problem.types; ++v) words.push_back(prefix + std::to_string(v));
  std::vector<std::uint64_t> offsets{0};
  for (const auto& document : problem.documents) {
    const std::size_t d = offsets.size() - 1;
    const std::string own = has_labels ? R"(,"labels":)" + labels_of_document(d) : "";
    rows.push_back(fmt::format(R"({{"id":"d{}","row":{}{}}})", d, d + 1, own));
    offsets.push_back(offsets.back() + document.size());
  }
  writer.write_vocabulary(words);
  writer.begin_tokens(offsets.back());
  for (const auto& document : problem.documents) writer.add_tokens(document);
  writer.write_offsets(offsets);
  writer.write_lines("documents.jsonl", rows);
  if (has_labels) {
    writer.write_lines("labels.txt", {"a", "a1", "a2", "b", "b1"});
    writer.write_lines("tree.tsv", small_tree_lines());
  }
  writer.commit(nlohmann::ordered_json::object());
}

inline FitOptions small_options(const std::string& model) {
  FitOptions options =
      options_from(model, {{"topics", "4"}, {"alpha", model == "hdp" ? "1" : "0.2"}, {"beta", "0.1"}});
  options.sweeps = 20;
  options.keep = 3;
  options.threads = 1;
  options.chains = 1;
  return options;
}

inline void write_fit(const std::filesystem::path& corpus, const FitOptions& options,
                      const std::filesystem::path& path) {
  start_fit(corpus, options, path, {});
}

}  // namespace themata::testing
