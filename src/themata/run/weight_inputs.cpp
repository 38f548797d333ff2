#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "themata/corpus/text/word_list.hpp"
#include "themata/io/error.hpp"
#include "themata/io/lines.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"
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
void read_seed_line(const LineReader& lines, std::string_view line, CorpusWords& words,
                    SeedReading& reading) {
  const std::size_t tab = line.find('\t');
  SeededTopic topic;
  if (tab != std::string_view::npos) topic.name = line.substr(0, tab);
  topic.words = text::read_word_line(tab == std::string_view::npos ? line : line.substr(tab + 1));
  if (reading.add_topic(topic, words) == 0 && !topic.words.empty())
    lines.refuse(InputFault{"has no word of the corpus", "at least one word that the import kept"});
}

/// Notes words that the corpus lacks, the first ten by name. @param one, several  "seed word is" and so on
void note_unknown(const std::vector<std::string>& words, const char* one, const char* several,
                  Inputs& inputs) {
  if (words.empty()) return;
  inputs.notes.push_back(
      fmt::format("{} not in the corpus: {}", count_of(words.size(), one, several), first_ten(words)));
}

}  // namespace

std::size_t SeedReading::add_topic(const SeededTopic& topic, CorpusWords& words) {
  const auto number = static_cast<std::uint32_t>(names.size());
  names.push_back(topic.name);
  std::size_t known = 0;
  for (const std::string& entry : topic.words) {
    const std::vector<std::uint32_t> found = words.find(entry);
    if (found.empty()) unknown.push_back(entry);
    for (const std::uint32_t v : found)
      if (seen.emplace(number, v).second) seeds.push_back({v, number, 1}), ++known;
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
    : words_(corpus), weights_(corpus.vocabulary.size(), 1.0) {}

void WeightReading::add(const std::string& word, double weight) {
  const std::vector<std::uint32_t> found = words_.find(word);
  if (found.empty()) unknown_.push_back(word);
  for (const std::uint32_t v : found) weights_[v] = weight, ++known_;
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
  for (std::string_view whole; lines.next(whole);) {
    const std::string_view line = without_blanks(text::without_comment(whole));
    if (line.empty() && !whole.empty()) continue;
    const std::size_t gap = line.find_last_of(" \t,;");
    if (gap == std::string_view::npos || gap == 0)
      lines.refuse(InputFault{"", "a word, a tab and a number above 0"});
    const double weight = expect_weight(lines, line.substr(gap + 1));
    const std::size_t end = line.find_last_not_of(" \t,;", gap);
    if (end == std::string_view::npos) lines.refuse(InputFault{"", "a word, a tab and a number above 0"});
    const std::vector<std::string> quoted = text::read_word_line(line.substr(0, end + 1));
    reading.add(quoted.size() == 1 ? quoted.front() : std::string(line.substr(0, end + 1)), weight);
  }
  if (!reading.knows_any())
    throw InputError(path, 0,
                     InputFault{"has no word of the corpus", "lines with a word, a tab and a number"});
  reading.use(inputs);
}

void read_seeds(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  CorpusWords words(corpus);
  const std::string file = options.text("seeds");
  LineReader lines(file);
  SeedReading reading;
  for (std::string_view line; lines.next(line);) {
    const bool is_comment = !line.empty() && text::without_comment(line).empty();
    if (is_comment) continue;  // an empty line is a topic without seeds
    if (reading.names.size() == inputs.topics)
      lines.refuse(
          InputFault{"has more lines than there are topics", fmt::format("at most {}", inputs.topics)});
    read_seed_line(lines, line, words, reading);
  }
  if (reading.seeds.empty())
    throw InputError(file, 0, InputFault{"has no words", "one line of words per topic"});
  use_seeds(std::move(reading), options, corpus, inputs);
}

}  // namespace themata
