#include "themata/run/given_inputs.hpp"

#include <fmt/core.h>

#include <cmath>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/run/input_readers.hpp"

namespace themata {

namespace {

constexpr const char* above_zero = "numbers above 0";

[[noreturn]] void refuse(const char* option, const std::string& value, const std::string& expected) {
  throw UsageError(OptionFault{option, value, expected});
}

void check_weight(const char* option, double weight) {
  if (!(std::isfinite(weight) && weight > 0)) refuse(option, fmt::format("{:g}", weight), above_zero);
}

void take_alpha_weights(const std::vector<double>& weights, Inputs& inputs) {
  if (weights.size() != inputs.topics)
    refuse("alpha-weights", fmt::format("a list of {}", weights.size()),
           fmt::format("one weight for each of {} topics", inputs.topics));
  for (const double weight : weights) check_weight("alpha-weights", weight);
  inputs.given.alpha_weights = weights;
}

void take_beta_weights(const GivenInputs& given, const CorpusFolder& corpus, Inputs& inputs) {
  WeightReading reading(corpus);
  for (const auto& [word, weight] : given.beta_weights) {
    check_weight("beta-weights", weight);
    reading.add(word, weight);
  }
  if (!reading.knows_any()) refuse("beta-weights", "without a word of the corpus", "at least one such word");
  reading.use(inputs);
}

void take_seeds(const GivenInputs& given, const FitOptions& options, const CorpusFolder& corpus,
                Inputs& inputs) {
  if (given.seeds.size() > inputs.topics)
    refuse("seeds", fmt::format("a list of {}", given.seeds.size()),
           fmt::format("words of at most {} topics", inputs.topics));
  CorpusWords words(corpus);
  SeedReading reading;
  for (const SeededTopic& topic : given.seeds)
    if (reading.add_topic(topic, words) == 0 && !topic.words.empty())
      refuse("seeds", fmt::format("without a word of the corpus for topic {}", reading.names.size() - 1),
             "at least one word that the import kept");
  if (reading.seeds.empty()) refuse("seeds", "without words", "words of at least one topic");
  use_seeds(std::move(reading), options, corpus, inputs);
}

}  // namespace

void take_given(const GivenInputs& given, const FitOptions& options, const CorpusFolder& corpus,
                Inputs& inputs) {
  if (!given.alpha_weights.empty()) take_alpha_weights(given.alpha_weights, inputs);
  if (!given.beta_weights.empty()) take_beta_weights(given, corpus, inputs);
  if (!given.seeds.empty()) take_seeds(given, options, corpus, inputs);
}

void check_given(const FitOptions& options, const GivenInputs& in_memory) {
  FitOptions marked = options;  // as if files had them
  const auto mark = [&](const char* option, bool has) {
    if (!has) return;
    if (options.has(option) && !options.text(option).empty())
      refuse(option, "a file and in memory too", "one of both");
    give(marked, option, "in memory");
  };
  mark("seeds", !in_memory.seeds.empty());
  mark("alpha-weights", !in_memory.alpha_weights.empty());
  mark("beta-weights", !in_memory.beta_weights.empty());
  mark("start-from", !in_memory.start.empty());
  check_new_options(marked);
}

GivenInputs inputs_in_memory(const FitOptions& options, const GivenPriors& given,
                             const CorpusFolder& corpus) {
  GivenInputs inputs;
  const auto in_memory = [&](const char* option) {
    return options.takes(option) && options.text(option).empty();
  };
  if (in_memory("alpha-weights")) inputs.alpha_weights = given.alpha_weights;
  const std::vector<double>& weights = given.word_prior.weights();
  if (in_memory("beta-weights"))
    for (std::size_t v = 0; v < weights.size(); ++v)
      inputs.beta_weights.emplace_back(corpus.vocabulary[v], weights[v]);
  if (!in_memory("seeds")) return inputs;
  for (const Seed& seed : given.word_prior.seeds()) {
    if (inputs.seeds.size() <= seed.topic) inputs.seeds.resize(seed.topic + 1);
    inputs.seeds[seed.topic].words.push_back(corpus.vocabulary[seed.type]);
  }
  for (std::size_t k = 0; k < inputs.seeds.size() && k < given.topic_names.size(); ++k)
    inputs.seeds[k].name = given.topic_names[k];
  return inputs;
}

}  // namespace themata
