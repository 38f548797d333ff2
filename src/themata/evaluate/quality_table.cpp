#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "themata/evaluate/quality.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

using nlohmann::ordered_json;

namespace {

std::string number_or_na(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : "NA";
}

ordered_json number_or_null(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json window_json(std::size_t window) {
  return window == 0 ? ordered_json("documents") : ordered_json(window);
}

TopicRow row_of(const TopicQuality& topic) {
  return {topic.topic, topic.tokens, topic.share, topic.words, topic.name};
}

/// The row of `themata topics`, with the measures inserted before the words.
ordered_json topic_json(const TopicQuality& topic, const std::vector<std::string>& vocabulary) {
  ordered_json result = topic_row_json(row_of(topic), vocabulary);
  ordered_json words = std::move(result["words"]);
  result.erase("words");
  result["documents"] = topic.documents;
  result["types"] = topic.types;
  result["umass"] = number_or_null(topic.umass);
  result["npmi"] = number_or_null(topic.npmi);
  result["cv"] = number_or_null(topic.cv);
  result["exclusivity"] = number_or_null(topic.exclusivity);
  result["words_in_reference"] = topic.words_in_reference;
  result["words"] = std::move(words);
  return result;
}

}  // namespace

std::optional<double> coherence_of(const TopicQuality& topic, Coherence measure) {
  switch (measure) {
    case Coherence::npmi:
      return topic.npmi;
    case Coherence::umass:
      return topic.umass;
    case Coherence::cv:
      return topic.cv;
  }
  return std::nullopt;
}

std::vector<std::size_t> by_coherence(const FitQuality& quality, Coherence measure) {
  std::vector<std::size_t> order;
  for (const TopicQuality& topic : quality.topics)
    if (coherence_of(topic, measure)) order.push_back(topic.topic);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return *coherence_of(quality.topics[a], measure) < *coherence_of(quality.topics[b], measure);
  });
  return order;
}

std::string quality_tsv(const FitQuality& quality, const std::vector<std::string>& vocabulary) {
  const bool named =
      std::ranges::any_of(quality.topics, [](const TopicQuality& topic) { return !topic.name.empty(); });
  std::string text = fmt::format(
      "topic\t{}tokens\tshare\tdocuments\ttypes\tumass\tnpmi\tcv\texclusivity\twords_in_reference\twords\n",
      named ? "name\t" : "");
  for (const TopicQuality& topic : quality.topics)
    fmt::format_to(std::back_inserter(text), "{}\t{}{}\t{:.6f}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                   topic.topic, named ? one_line(topic.name) + "\t" : "", topic.tokens, topic.share,
                   topic.documents, topic.types, number_or_na(topic.umass), number_or_na(topic.npmi),
                   number_or_na(topic.cv), number_or_na(topic.exclusivity), topic.words_in_reference,
                   joined_words(row_of(topic), vocabulary));
  return text;
}

ordered_json quality_json(const FitQuality& quality, const std::vector<std::string>& vocabulary) {
  ordered_json topics = ordered_json::array(), diversity = ordered_json::object();
  for (const TopicQuality& topic : quality.topics) topics.push_back(topic_json(topic, vocabulary));
  for (const Diversity& each : quality.diversity) diversity[std::to_string(each.words)] = each.share;
  return {{"windows",
           {{"umass", "documents"},
            {"npmi", window_json(quality.npmi_window)},
            {"cv", window_json(quality.cv_window)}}},
          {"words", quality.words},
          {"words_in_reference", quality.words_in_reference},
          {"mean",
           {{"umass", number_or_null(quality.umass.value)},
            {"npmi", number_or_null(quality.npmi.value)},
            {"cv", number_or_null(quality.cv.value)},
            {"exclusivity", number_or_null(quality.exclusivity.value)}}},
          {"diversity", std::move(diversity)},
          {"effective_topics", quality.effective_topics},
          {"sparsity",
           {{"types_a_topic", quality.sparsity.types_a_topic},
            {"documents_a_topic", quality.sparsity.documents_a_topic},
            {"topics_a_document", quality.sparsity.topics_a_document},
            {"topics_a_type", quality.sparsity.topics_a_type}}},
          {"topics", std::move(topics)}};
}

}  // namespace themata
