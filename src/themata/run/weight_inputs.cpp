#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/lines.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plural.hpp"
#include "themata/run/input_readers.hpp"

namespace themata {

namespace {

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(" \t"); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(" \t", end);
  }
  return words;
}

/// A finite number above 0; nothing for any other text.
std::optional<double> weight_in(std::string_view text) {
  const std::optional<double> weight = finite_number(text);
  return weight && *weight > 0 ? weight : std::nullopt;
}

double expect_weight(const LineReader& lines, std::string_view text) {
  const auto weight = weight_in(text);
  if (!weight) lines.refuse(InputFault{fmt::format("'{}' is not a weight", text), "a number above 0"});
  return *weight;
}

/// A line: words for the topic of its number, which a name and a tab may precede.
void read_seed_line(const LineReader& lines, std::string_view line, const WordIds& ids,
                    SeedReading& reading) {
  const std::size_t tab = line.find('\t');
  SeededTopic topic;
  if (tab != std::string_view::npos) topic.name = line.substr(0, tab);
  topic.words = split_words(tab == std::string_view::npos ? line : line.substr(tab + 1));
  if (reading.add_topic(topic, ids) == 0 && !topic.words.empty())
    lines.refuse(InputFault{"has no word of the corpus", "at least one word that the import kept"});
}

/// Notes words that the corpus lacks, the first ten by name. @param one, several  "seed word is" and so on
void note_unknown(const std::vector<std::string>& words, const char* one, const char* several,
                  Inputs& inputs) {
  constexpr std::size_t most = 10;
  if (words.empty()) return;
  const std::span first = std::span(words).first(std::min(most, words.size()));
  const std::size_t others = words.size() - first.size();
  inputs.notes.push_back(fmt::format("{} not in the corpus: {}{}", count_of(words.size(), one, several),
                                     listed(first, ", "),
                                     others > 0 ? " and " + count_of(others, "other") : std::string()));
}

}  // namespace

WordIds ids_of(const std::vector<std::string>& vocabulary) {
  WordIds ids;
  for (std::uint32_t v = 0; v < vocabulary.size(); ++v) ids.emplace(vocabulary[v], v);
  return ids;
}

std::size_t SeedReading::add_topic(const SeededTopic& topic, const WordIds& ids) {
  const auto number = static_cast<std::uint32_t>(names.size());
  names.push_back(topic.name);
  std::size_t known = 0;
  for (const std::string& word : topic.words) {
    const auto it = ids.find(word);
    if (it == ids.end())
      unknown.push_back(word);
    else
      seeds.push_back({it->second, number, 1}), ++known;
  }
  return known;
}

void use_seeds(SeedReading reading, const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  std::vector<std::uint64_t> frequency(corpus.vocabulary.size(), 0);
  for (const std::uint32_t v : corpus.corpus.tokens()) ++frequency[v];
  for (Seed& seed : reading.seeds)
    seed.count =
        options.number("seed-weight") * static_cast<double>(std::max<std::uint64_t>(1, frequency[seed.type]));
  if (std::ranges::any_of(reading.names, [](const std::string& name) { return !name.empty(); })) {
    reading.names.resize(inputs.topics);
    inputs.given.topic_names = reading.names;
  }
  inputs.given.word_prior = WordPrior(inputs.given.word_prior.weights(), std::move(reading.seeds));
  note_unknown(reading.unknown, "seed word is", "seed words are", inputs);
}

WeightReading::WeightReading(const CorpusFolder& corpus)
    : ids_(ids_of(corpus.vocabulary)), weights_(corpus.vocabulary.size(), 1.0) {}

void WeightReading::add(const std::string& word, double weight) {
  if (const auto it = ids_.find(word); it != ids_.end())
    weights_[it->second] = weight, ++known_;
  else
    unknown_.push_back(word);
}

void WeightReading::use(Inputs& inputs) {
  inputs.given.word_prior = WordPrior(std::move(weights_), {});
  note_unknown(unknown_, "weighted word is", "weighted words are", inputs);
}

std::vector<double> read_alpha_weights(const std::string& path, std::size_t topics) {
  LineReader lines(path);
  std::vector<double> weights;
  for (std::string_view line; lines.next(line);) {
    const auto words = split_words(line);
    if (words.size() != 1) lines.refuse(InputFault{"", "one number above 0 per line, the weight of a topic"});
    weights.push_back(expect_weight(lines, words.front()));
  }
  if (weights.size() != topics)
    throw InputError(path, 0,
                     InputFault{fmt::format("has {} weights", weights.size()),
                                fmt::format("one for each of {} topics", topics)});
  return weights;
}

void read_beta_weights(const std::string& path, const CorpusFolder& corpus, Inputs& inputs) {
  LineReader lines(path);
  WeightReading reading(corpus);
  for (std::string_view line; lines.next(line);) {
    const std::size_t gap = line.find_last_of(" \t");
    if (gap == std::string_view::npos || gap == 0)
      lines.refuse(InputFault{"", "a word, a tab and a number above 0"});
    const double weight = expect_weight(lines, line.substr(gap + 1));
    reading.add(std::string(line.substr(0, line.find_last_not_of(" \t", gap) + 1)), weight);
  }
  if (!reading.knows_any())
    throw InputError(path, 0,
                     InputFault{"has no word of the corpus", "lines with a word, a tab and a number"});
  reading.use(inputs);
}

void read_seeds(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  const WordIds ids = ids_of(corpus.vocabulary);
  const std::string file = options.text("seeds");
  LineReader lines(file);
  SeedReading reading;
  for (std::string_view line; lines.next(line);) {
    if (reading.names.size() == inputs.topics)
      lines.refuse(
          InputFault{"has more lines than there are topics", fmt::format("at most {}", inputs.topics)});
    read_seed_line(lines, line, ids, reading);
  }
  if (reading.seeds.empty())
    throw InputError(file, 0, InputFault{"has no words", "one line of words per topic"});
  use_seeds(std::move(reading), options, corpus, inputs);
}

}  // namespace themata
