#include "themata/evaluate/quality.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "themata/corpus/import_options.hpp"
#include "themata/evaluate/coherence.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/error.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

constexpr std::size_t npmi_default_window = 10, cv_default_window = 110;

/// Counts of a draw.
struct FitCounts {
  SparseCounts topic_word, document_topic;
};

/// The topics' words as word types of the reference.
using Lists = std::vector<std::vector<std::uint32_t>>;

/// Number of different words that the topics show.
std::size_t count_distinct(const std::vector<TopicQuality>& topics, std::size_t words_each) {
  std::unordered_set<std::uint32_t> seen;
  for (const TopicQuality& topic : topics)
    for (std::size_t i = 0; i < std::min(words_each, topic.words.size()); ++i)
      seen.insert(topic.words[i].type);
  return seen.size();
}

/// Leaves out words that are not in the reference's vocabulary.
Lists match_words(const std::vector<TopicQuality>& topics, const std::vector<std::string>& vocabulary,
                  const CorpusFolder& reference) {
  std::unordered_map<std::string_view, std::uint32_t> types;
  for (std::uint32_t v = 0; v < reference.vocabulary.size(); ++v) types.emplace(reference.vocabulary[v], v);
  Lists lists(topics.size());
  for (std::size_t k = 0; k < topics.size(); ++k)
    for (const ScoredWord& word : topics[k].words)
      if (const auto found = types.find(vocabulary[word.type]); found != types.end())
        lists[k].push_back(found->second);
  return lists;
}

void add_coherences(FitQuality& quality, const Lists& lists, const CorpusFolder& reference,
                    const QualityOptions& options, Pool& pool) {
  const WatchedWords watched(lists, reference.corpus.n_types());
  std::vector<Windows> kinds{{0, options.counts}};
  for (const std::size_t window : {quality.npmi_window, quality.cv_window})
    if (window > 0) kinds.push_back({window, options.counts});
  const std::vector<WindowTally> tallies = count_windows(reference.corpus, watched, kinds, pool);
  const WindowTally& documents = tallies.front();
  const WindowTally& near = quality.npmi_window > 0 ? tallies[1] : documents;
  const WindowTally& wide = quality.cv_window > 0 ? tallies.back() : documents;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    TopicQuality& topic = quality.topics[k];
    topic.umass = umass({lists[k], watched, documents});
    topic.npmi = npmi({lists[k], watched, near});
    topic.cv = cv({lists[k], watched, wide});
    topic.words_in_reference = ListCounts(lists[k], watched, documents).n_words();
  }
  quality.words_in_reference =
      watched.n_words() - static_cast<std::size_t>(std::ranges::count(documents.words, std::uint64_t{0}));
}

void choose_windows(FitQuality& quality, const CorpusFolder& reference, const QualityOptions& options) {
  const bool ordered = keeps_text_order(reference);
  if (options.window.value_or(0) > 0 && !ordered)
    throw UsageError(
        fmt::format(
            "`window` {}: {} was not imported from text, so its words have no order; expected `window` "
            "documents",
            *options.window, reference.path.string()),
        {"window", std::to_string(*options.window), "documents"});
  quality.npmi_window = options.window.value_or(usual_npmi_window(reference));
  quality.cv_window = options.window.value_or(ordered ? cv_default_window : 0);
}

/// For each column, the number of rows that have it.
std::vector<std::uint64_t> rows_with(const SparseCounts& counts) {
  std::vector<std::uint64_t> rows(counts.n_columns, 0);
  for (const std::int32_t column : counts.indices) ++rows[static_cast<std::size_t>(column)];
  return rows;
}

std::vector<TopicQuality> describe_topics(const WordScores& scores, const ShownFit& shown,
                                          const WordRanking& ranking, const FitCounts& counts) {
  const std::vector<std::uint64_t> documents = rows_with(counts.document_topic);
  std::vector<TopicQuality> topics(scores.n_topics());
  for (std::size_t k = 0; k < topics.size(); ++k) {
    TopicQuality& topic = topics[k];
    topic.topic = k;
    if (!shown.given.topic_names.empty()) topic.name = shown.given.topic_names[k];
    topic.tokens = scores.sizes()[k];
    topic.share = scores.share(k);
    topic.documents = documents[k];
    topic.types = counts.topic_word.columns_of(k).size();
    topic.words = scores.top(k, ranking);
  }
  return topics;
}

Sparsity sparsity_of(const FitCounts& counts) {
  const auto rows_in_use = [](const SparseCounts& each) {
    std::size_t rows = 0;
    for (std::size_t row = 0; row < each.n_rows(); ++row) rows += each.columns_of(row).empty() ? 0 : 1;
    return rows;
  };
  const auto columns_in_use = [](const SparseCounts& each) {
    const std::vector<std::uint64_t> rows = rows_with(each);
    return rows.size() - static_cast<std::size_t>(std::ranges::count(rows, std::uint64_t{0}));
  };
  const auto mean = [](const SparseCounts& each, std::size_t n) {
    return n == 0 ? 0 : static_cast<double>(each.n_cells()) / static_cast<double>(n);
  };
  const SparseCounts &words = counts.topic_word, &documents = counts.document_topic;
  const std::size_t topics = rows_in_use(words);
  return {mean(words, topics), mean(documents, topics), mean(documents, rows_in_use(documents)),
          mean(words, columns_in_use(words))};
}

std::optional<double> mean_exclusivity(const TopicQuality& topic, const WordScores& scores) {
  if (topic.words.empty()) return std::nullopt;
  double sum = 0;
  for (const ScoredWord& word : topic.words)
    sum += scores.exclusivity(topic.topic, word.type, static_cast<std::int32_t>(word.count));
  return sum / static_cast<double>(topic.words.size());
}

TopicMean mean_of(const std::vector<TopicQuality>& topics, std::optional<double> TopicQuality::*member) {
  TopicMean mean;
  double sum = 0;
  for (const TopicQuality& topic : topics) {
    if (!(topic.*member)) continue;
    sum += *(topic.*member);
    ++mean.topics;
  }
  if (mean.topics > 0) mean.value = sum / static_cast<double>(mean.topics);
  return mean;
}

Diversity diversity_of(const std::vector<TopicQuality>& topics, std::size_t words_each) {
  std::size_t all = 0;
  for (const TopicQuality& topic : topics) all += std::min(words_each, topic.words.size());
  const std::size_t distinct = count_distinct(topics, words_each);
  return {words_each, all == 0 ? 0 : static_cast<double>(distinct) / static_cast<double>(all)};
}

double effective_topics(const std::vector<TopicQuality>& topics) {
  double entropy = 0;
  bool any = false;
  for (const TopicQuality& topic : topics) {
    if (topic.share <= 0) continue;
    entropy -= topic.share * portable_log(topic.share);
    any = true;
  }
  return any ? portable_exp(entropy) : 0;
}

/// Whether the "import" of a manifest left tokens in text order; a joined corpus has the order of its parts.
bool is_in_text_order(const nlohmann::json& import) {
  const nlohmann::json format =
      import.value(nlohmann::json::json_pointer("/options/format"), nlohmann::json());
  if (!format.is_string()) return false;
  if (format == name_of(Format::corpus))
    return std::ranges::all_of(import.value("parts", nlohmann::json::array()),
                               [](const nlohmann::json& part) {
                                 return is_in_text_order(part.value("import", nlohmann::json::object()));
                               });
  const auto name = format.get<std::string>();
  if (name == tokens_in_memory) return true;
  if (import.contains(nlohmann::json::json_pointer("/options/counts"))) return false;  // objects of them
  return std::ranges::find(format_names, name) != std::end(format_names) && is_text(format_named(name));
}

}  // namespace

bool keeps_text_order(const CorpusFolder& corpus) {
  return is_in_text_order(corpus.manifest.value("import", nlohmann::json::object()));
}

std::size_t usual_npmi_window(const CorpusFolder& reference) {
  return keeps_text_order(reference) ? npmi_default_window : 0;
}

FitQuality fit_quality(const ShownFit& shown, const CorpusFolder& reference, const QualityOptions& options,
                       Pool& pool) {
  FitQuality quality;
  choose_windows(quality, reference, options);
  const Assignment tokens{shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()};
  const FitCounts counts{topic_word_counts(tokens), document_topic_counts(tokens)};
  const SparseCounts candidates = topic_word_counts(shown);
  const WordScores scores = word_scores(shown, candidates);
  quality.sparsity = sparsity_of(counts);
  WordRanking ranking = options.ranking;
  ranking.n_words = std::max<std::size_t>(50, ranking.n_words);
  quality.topics = describe_topics(scores, shown, ranking, counts);
  for (const std::size_t n : {5, 10, 25, 50}) quality.diversity.push_back(diversity_of(quality.topics, n));
  for (TopicQuality& topic : quality.topics) {
    topic.words.resize(std::min(options.ranking.n_words, topic.words.size()));
    topic.exclusivity = mean_exclusivity(topic, scores);
  }
  quality.words = count_distinct(quality.topics, options.ranking.n_words);
  add_coherences(quality, match_words(quality.topics, shown.corpus.vocabulary, reference), reference, options,
                 pool);
  if (quality.words > 0 && quality.words_in_reference == 0)
    throw InputError(reference.path.string(), 0,
                     InputFault{fmt::format("has none of the {} top words of the topics", quality.words),
                                "a corpus in the same language, imported with the same options"});
  quality.umass = mean_of(quality.topics, &TopicQuality::umass);
  quality.npmi = mean_of(quality.topics, &TopicQuality::npmi);
  quality.cv = mean_of(quality.topics, &TopicQuality::cv);
  quality.exclusivity = mean_of(quality.topics, &TopicQuality::exclusivity);
  quality.effective_topics = effective_topics(quality.topics);
  return quality;
}

}  // namespace themata
