#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/evaluate/coherence.hpp"

// Texts with what gensim's CoherenceModel says of them (tests/unit/gensim/reference.py), and the check that a
// measure agrees.
namespace themata::testing {

/// One of gensim's values, and of what it is.
struct GensimValue {
  std::string text, measure;
  std::size_t window = 0, topic = 0;
  double value = 0;
};

/// A recorded case: its texts as a corpus, and its topics.
struct GensimText {
  Corpus corpus;
  std::vector<std::vector<std::uint32_t>> topics;
};

inline std::filesystem::path gensim_folder() { return test::folder_of_tests() / "unit" / "gensim"; }

inline std::vector<GensimValue> read_gensim_values(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<GensimValue> values;
  GensimValue one;
  while (file >> one.text >> one.measure >> one.window >> one.topic >> one.value) values.push_back(one);
  return values;
}

inline GensimText read_gensim_text(const std::string& name) {
  std::map<std::string, std::uint32_t> types;
  const auto words_of = [&](const std::string& line) {
    std::istringstream words(line);
    std::vector<std::uint32_t> result;
    for (std::string word; words >> word;)
      result.push_back(types.emplace(word, static_cast<std::uint32_t>(types.size())).first->second);
    return result;
  };
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint64_t> offsets{0};
  std::ifstream texts(gensim_folder() / ("texts-" + name + ".txt")),
      file(gensim_folder() / ("topics-" + name + ".txt"));
  for (std::string line; std::getline(texts, line); offsets.push_back(tokens.size()))
    for (const std::uint32_t word : words_of(line)) tokens.push_back(word);
  std::vector<std::vector<std::uint32_t>> topics;
  for (std::string line; std::getline(file, line);) topics.push_back(words_of(line));
  const auto n_types = static_cast<std::uint32_t>(types.size());
  return {make_corpus(std::move(tokens), std::move(offsets), n_types), std::move(topics)};
}

/// Our value for each of gensim's.
class OurCoherence {
 public:
  explicit OurCoherence(WindowCounts counts) : counts_(counts) {}

  double operator()(const GensimValue& of) {
    const GensimText& text = text_of(of.text);
    const auto [place, is_new] = tallies_.try_emplace({of.text, of.window});
    const WatchedWords watched(text.topics, text.corpus.n_types());
    Pool pool(1);
    const std::vector<Windows> windows{{of.window, counts_}};
    if (is_new) place->second = count_windows(text.corpus, watched, windows, pool).front();
    const ListCounts counts(text.topics[of.topic], watched, place->second);
    const auto value = of.measure == "umass"  ? umass(counts)
                       : of.measure == "npmi" ? npmi(counts)
                                              : cv(counts);
    return value.value_or(std::numeric_limits<double>::quiet_NaN());
  }

 private:
  const GensimText& text_of(const std::string& name) {
    auto found = texts_.find(name);
    if (found == texts_.end()) found = texts_.emplace(name, read_gensim_text(name)).first;
    return found->second;
  }

  WindowCounts counts_;
  std::map<std::string, GensimText> texts_;
  std::map<std::pair<std::string, std::size_t>, WindowTally> tallies_;
};

/// The largest difference between a measure's values and gensim's; infinity where there is nothing to
/// compare, or a value is not a number.
inline double distance_from_gensim(const std::vector<GensimValue>& values,
                                   const std::function<double(const GensimValue&)>& ours) {
  double largest = values.empty() ? std::numeric_limits<double>::infinity() : 0;
  for (const GensimValue& one : values) {
    const double off = std::abs(ours(one) - one.value);
    largest = std::isnan(off) ? std::numeric_limits<double>::infinity() : std::max(largest, off);
  }
  return largest;
}

/// What the measures are held to: rounding of some hundred sums of logarithms.
inline constexpr double gensim_limit = 1e-10;

}  // namespace themata::testing
