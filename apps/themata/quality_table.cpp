#include "quality_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common_options.hpp"
#include "themata/evaluate/quality.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

/// What was evaluated, and in which corpus the words were looked for.
struct Evaluated {
  const ShownFit& fit;
  const CorpusFolder& reference;
  FitQuality quality;
  QualityOptions options;
};

Coherence coherence_named(const std::string& name) {
  if (name == "umass") return Coherence::umass;
  return name == "cv" ? Coherence::cv : Coherence::npmi;
}

const char* title_of(Coherence measure) {
  switch (measure) {
    case Coherence::npmi:
      return "NPMI";
    case Coherence::umass:
      return "UMass";
    case Coherence::cv:
      return "C_V";
  }
  return "";
}

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.4f}", *value) : "-"; }

std::string windows_text(std::size_t window) {
  return window == 0 ? "whole documents" : fmt::format("windows of {} words", window);
}

void print_heading(const Evaluated& evaluated) {
  const FitQuality& quality = evaluated.quality;
  const bool own = &evaluated.reference == &evaluated.fit.corpus;
  fmt::print("{}, chain {}, sweep {}: {}, {}; words by {}\n", one_line(evaluated.fit.fit.model()),
             evaluated.fit.draw.chain, evaluated.fit.draw.sweep, count_of(quality.topics.size(), "topic"),
             count_of(evaluated.fit.draw.z.size(), "token"), name_of(evaluated.options.ranking.by));
  fmt::print("coherence measured in {}, {}: UMass over documents, NPMI over {}, C_V over {}\n",
             own ? "the fit's own corpus" : one_line(evaluated.reference.path.string()),
             count_of(evaluated.reference.corpus.n_documents(), "document"),
             windows_text(quality.npmi_window), windows_text(quality.cv_window));
  if (!keeps_text_order(evaluated.reference))
    fmt::print("(this corpus was not imported from text: the order of its words is unknown)\n");
  if (evaluated.options.counts == WindowCounts::gensim && quality.npmi_window + quality.cv_window > 0)
    fmt::print("(windows counted as in gensim)\n");
  if (quality.words_in_reference < quality.words)
    fmt::print("{} of the {} words are not in this corpus: left out of the coherences\n",
               quality.words - quality.words_in_reference, quality.words);
}

void print_rows(const FitQuality& quality, const std::vector<std::string>& vocabulary) {
  fmt::print("{:>6} {:>12} {:>7} {:>10} {:>7} {:>8} {:>7} {:>6} {:>11}  {}\n", "topic", "tokens", "share",
             "documents", "types", "UMass", "NPMI", "C_V", "exclusivity", "words");
  for (const TopicQuality& topic : quality.topics) {
    const TopicRow row{topic.topic, topic.tokens, topic.share, topic.words, topic.name};
    fmt::print("{:>6} {:>12} {:>6.2f}% {:>10} {:>7} {:>8} {:>7} {:>6} {:>11}  {}{}\n", topic.topic,
               digit_groups(topic.tokens), 100 * topic.share, digit_groups(topic.documents),
               digit_groups(topic.types), number(topic.umass), number(topic.npmi), number(topic.cv),
               number(topic.exclusivity), topic.name.empty() ? "" : one_line(topic.name) + ": ",
               joined_words(row, vocabulary));
  }
  fmt::print("{:>6} {:>12} {:>7} {:>10} {:>7} {:>8} {:>7} {:>6} {:>11}\n", "mean", "", "",
             fmt::format("{:.1f}", quality.sparsity.documents_a_topic),
             fmt::format("{:.1f}", quality.sparsity.types_a_topic), number(quality.umass.value),
             number(quality.npmi.value), number(quality.cv.value), number(quality.exclusivity.value));
}

void print_least_coherent(const FitQuality& quality, Coherence measure) {
  constexpr std::size_t most = 5;
  const std::vector<std::size_t> order = by_coherence(quality, measure);
  if (order.empty()) return;
  std::string topics;
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i)
    topics += fmt::format("{}{}", i == 0 ? "" : ", ", order[i]);
  fmt::print("least coherent topics by {}: {}\n", title_of(measure), topics);
  if (order.size() < quality.topics.size())
    fmt::print("topics with fewer than two words, which have no coherence and are not in its mean: {}\n",
               quality.topics.size() - order.size());
}

void print_table(const Evaluated& evaluated, Coherence measure) {
  print_heading(evaluated);
  print_rows(evaluated.quality, evaluated.fit.corpus.vocabulary);
  std::string diversity;
  for (const Diversity& each : evaluated.quality.diversity)
    diversity += fmt::format("{}{:.3f} of {}", diversity.empty() ? "" : ", ", each.share, each.words);
  fmt::print("diversity (proportion of distinct words in the top words of all topics): {} words per topic\n",
             diversity);
  fmt::print("effective number of topics: {:.1f}\n", evaluated.quality.effective_topics);
  fmt::print("mean number of topics: {:.1f} per document, {:.1f} per word type\n",
             evaluated.quality.sparsity.topics_a_document, evaluated.quality.sparsity.topics_a_type);
  print_least_coherent(evaluated.quality, measure);
}

void print_json(const Evaluated& evaluated, const QualityTable& options) {
  nlohmann::ordered_json result{
      {"model", evaluated.fit.fit.model()},      {"chain", evaluated.fit.draw.chain},
      {"sweep", evaluated.fit.draw.sweep},       {"by", options.words.by},
      {"reference", evaluated.reference.hash()}, {"counts", options.counts}};
  result.update(quality_json(evaluated.quality, evaluated.fit.corpus.vocabulary));
  fmt::print("{}\n", dump_json(result, 1));
}

QualityOptions quality_options(const QualityTable& options) {
  QualityOptions result;
  result.ranking = ranking_of(options.words);
  if (options.window == "documents")
    result.window = 0;
  else if (!options.window.empty())
    result.window = std::stoul(options.window);
  result.counts = options.counts == "gensim" ? WindowCounts::gensim : WindowCounts::exact;
  return result;
}

/// "documents", or a number of tokens that a window can have.
std::string window_defect(const std::string& text) {
  const bool is_number = !text.empty() && text.size() <= 9 &&
                         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return text == "documents" || (is_number && std::stoul(text) > 0)
             ? ""
             : "'" + text + "' is neither 'documents' nor a number of words from 1 to 999999999";
}

void add_coherence_options(CLI::App& subcommand, QualityTable& options) {
  subcommand
      .add_option("--coherence", options.coherence,
                  "Measure that selects the least coherent topics: npmi, umass or cv (default: npmi)")
      ->check(CLI::IsMember({"npmi", "umass", "cv"}).description(""))
      ->type_name("MEASURE");
  subcommand
      .add_option("--reference", options.reference,
                  "Corpus in which word co-occurrence is counted (default: the corpus of the fit)")
      ->type_name("CORPUS");
  subcommand
      .add_option("--window", options.window,
                  "Words per sliding window, or 'documents' (default: NPMI 10, C_V 110)")
      ->check(window_defect)
      ->type_name("N");
  subcommand
      .add_option("--counts", options.counts,
                  "How windows are counted: exact, or gensim, as that package does (default: exact)")
      ->check(CLI::IsMember({"exact", "gensim"}).description(""))
      ->type_name("RULE");
}

}  // namespace

void add_quality_options(CLI::App& subcommand, QualityTable& table) {
  subcommand.add_option("--words", table.words.ranking.n_words, "Words per topic, 1 to 200 (default: 10)")
      ->transform(whole_number(1, 200))
      ->type_name("N");
  add_word_choice(subcommand, table.words);
  add_coherence_options(subcommand, table);
  add_format(subcommand, table.format, {"table", "tsv", "json"});
}

void print_quality(const ShownFit& fit, const QualityTable& table, Pool& pool) {
  const std::optional<CorpusFolder> other =
      table.reference.empty() ? std::nullopt : std::optional(open_corpus(table.reference));
  const CorpusFolder& reference = other ? *other : fit.corpus;
  const QualityOptions wanted = quality_options(table);
  const Evaluated evaluated{fit, reference, fit_quality(fit, reference, wanted, pool), wanted};
  if (table.format == "table") print_table(evaluated, coherence_named(table.coherence));
  if (table.format == "tsv") fmt::print("{}", quality_tsv(evaluated.quality, fit.corpus.vocabulary));
  if (table.format == "json") print_json(evaluated, table);
}

}  // namespace themata::cli
