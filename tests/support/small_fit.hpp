#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "support/problems.hpp"
#include "themata/fit/fit.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/corpus_writer.hpp"

// Corpora and fits on disk, small enough to be made within a test.
namespace themata::testing {

/// A problem as a corpus folder: word v is called "w<v>" and document d "d<d>".
inline void write_problem(const Problem& problem, const std::filesystem::path& path,
                          const std::string& prefix = "w") {
  CorpusWriter writer(path);
  std::vector<std::string> words, rows;
  for (std::uint32_t v = 0; v < problem.types; ++v) words.push_back(prefix + std::to_string(v));
  std::vector<std::uint64_t> offsets{0};
  for (const auto& document : problem.documents) {
    rows.push_back(fmt::format(R"({{"id":"d{}","row":{}}})", offsets.size() - 1, offsets.size()));
    offsets.push_back(offsets.back() + document.size());
  }
  writer.write_vocabulary(words);
  writer.begin_tokens(offsets.back());
  for (const auto& document : problem.documents) writer.add_tokens(document);
  writer.write_offsets(offsets);
  writer.write_lines("documents.jsonl", rows);
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
