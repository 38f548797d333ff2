#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <system_error>

#include "themata/diagnose/verdict.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/label_words.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/report/report.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

using nlohmann::json;

namespace {

/// Numbers items in the order in which they are first mentioned.
class Mentions {
 public:
  std::size_t number(std::size_t thing) {
    const auto [it, is_new] = numbers_.emplace(thing, things_.size());
    if (is_new) things_.push_back(thing);
    return it->second;
  }
  const std::vector<std::size_t>& things() const { return things_; }

 private:
  std::map<std::size_t, std::size_t> numbers_;
  std::vector<std::size_t> things_;
};

/// A word that may be shown for a topic.
struct Candidate {
  std::uint32_t type;
  std::int32_t tokens;
  WordRanks ranks;
};

/// The indices of the candidates that the page may need, ascending.
std::set<std::size_t> words_to_show(const std::vector<Candidate>& candidates, std::size_t n_types,
                                    std::size_t n_words) {
  std::vector<std::size_t> order(candidates.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto n = static_cast<std::ptrdiff_t>(std::min(n_words, order.size()));
  std::set<std::size_t> shown;
  std::vector<double> scores(candidates.size());
  for (int tenth = 0; tenth <= 10; ++tenth) {
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = frex(candidates[i].ranks, n_types, tenth / 10.0);
    std::partial_sort(order.begin(), order.begin() + n, order.end(), [&](std::size_t a, std::size_t b) {
      if (scores[a] != scores[b]) return scores[a] > scores[b];
      const std::uint32_t of_a = candidates[a].ranks.frequency, of_b = candidates[b].ranks.frequency;
      return of_a != of_b ? of_a > of_b : a < b;
    });
    shown.insert(order.begin(), order.begin() + n);
  }
  return shown;
}

/// The candidates of each topic. For a draw, the words ranked by its scores; for labels in a tree, all words,
/// by the means of the kept draws and compared with siblings.
class CandidatesOfTopics {
 public:
  CandidatesOfTopics(const ShownFit& shown, const WordScores& scores, const SparseCounts& counts)
      : scores_(scores), counts_(counts) {
    if (shown.draw.rates() == nullptr || shown.given.parents.empty()) return;
    tree_.emplace(shown.given.parents);
    draws_ = rates_of(shown.fit, shown.draw);
  }

  const std::optional<LabelTree>& tree() const { return tree_; }
  std::vector<Candidate> of(std::size_t k) {
    const auto types = counts_.columns_of(k), tokens = counts_.counts_of(k);
    std::vector<Candidate> candidates;
    if (!tree_) {
      const std::vector<WordRanks> ranks = scores_.ranks(k);
      for (std::size_t i = 0; i < ranks.size(); ++i)
        candidates.push_back({static_cast<std::uint32_t>(types[i]), tokens[i], ranks[i]});
      return candidates;
    }
    const std::vector<WordRanks> ranks = ranks_in_tree(k);
    for (std::uint32_t v = 0; v < ranks.size(); ++v) candidates.push_back({v, 0, ranks[v]});
    for (std::size_t i = 0; i < types.size(); ++i)
      candidates[static_cast<std::size_t>(types[i])].tokens = tokens[i];
    return candidates;
  }

 private:
  std::vector<WordRanks> ranks_in_tree(std::size_t k) {
    const std::size_t types = counts_.n_columns;
    if (k < first_ || k >= last_) {
      first_ = k;
      last_ = std::min(k + labels_at_once(types), tree_->n_topics());
      words_ = label_words(draws_, *tree_, {first_, last_}, {.deviations = false}, pool_);
    }
    const auto row = [&](const std::vector<double>& all) {
      return std::span(all).subspan((k - first_) * types, types);
    };
    return ranks_of(row(words_.rate), row(words_.exclusivity));
  }

  const WordScores& scores_;
  const SparseCounts& counts_;
  std::optional<LabelTree> tree_;
  EachRates draws_;
  Pool pool_{threads_for(0)};
  std::size_t first_ = 0, last_ = 0;  ///< the topics of words_
  LabelWords words_;
};

json topic_words(const std::vector<Candidate>& candidates, std::size_t n_types, Mentions& words,
                 std::size_t n_words) {
  json result = json::array();
  for (const std::size_t i : words_to_show(candidates, n_types, n_words)) {
    const Candidate& word = candidates[i];
    result.push_back({words.number(word.type), word.tokens, word.ranks.frequency, word.ranks.exclusivity});
  }
  return result;
}

struct TopicDocument {
  std::size_t document;
  double share;
  std::int32_t tokens;
};

bool before(const TopicDocument& a, const TopicDocument& b) {
  if (a.share != b.share) return a.share > b.share;
  return a.tokens != b.tokens ? a.tokens > b.tokens : a.document < b.document;
}

/// The documents with the largest proportions of each topic, and the number of documents that have it.
struct TopicDocuments {
  std::vector<std::vector<TopicDocument>> top;
  std::vector<std::size_t> n_documents;
};

TopicDocuments find_topic_documents(const DocumentProportions& shares, std::size_t n_top) {
  TopicDocuments result{std::vector<std::vector<TopicDocument>>(shares.n_topics()),
                        std::vector<std::size_t>(shares.n_topics(), 0)};
  const SparseCounts& counts = shares.counts();
  for (std::size_t d = 0; d < counts.n_rows(); ++d) {
    const auto topics = counts.columns_of(d), tokens = counts.counts_of(d);
    for (std::size_t i = 0; i < topics.size(); ++i) {
      const auto k = static_cast<std::size_t>(topics[i]);
      ++result.n_documents[k];
      std::vector<TopicDocument>& heap = result.top[k];  // its front is the one to remove first
      heap.push_back({d, shares.share(d, k, tokens[i]), tokens[i]});
      std::push_heap(heap.begin(), heap.end(), before);
      if (heap.size() <= n_top) continue;
      std::pop_heap(heap.begin(), heap.end(), before);
      heap.pop_back();
    }
  }
  for (auto& heap : result.top) std::sort_heap(heap.begin(), heap.end(), before);
  return result;
}

double rounded(double share) { return std::round(share * 1e4) / 1e4; }

/// The words and documents that the page mentions.
struct Mentioned {
  Mentions words, documents;
};

/// For labels: their place in the tree, and the number of documents that have them, with or without tokens of
/// theirs.
void add_tree(json& topics, const LabelTree& tree, const LabelCounts& labels) {
  for (std::size_t place = 0; place < tree.order().size(); ++place) {
    const std::uint32_t k = tree.order()[place];
    topics[k]["place"] = place;
    topics[k]["depth"] = tree.depth(k);
    topics[k]["documents"] = labels.documents[k];
    topics[k]["documents_below"] = labels.with_below[k];
  }
}

json topics_json(const ShownFit& shown, const SparseCounts& counts, const ReportLimits& limits,
                 Mentioned& mentioned) {
  const WordScores scores = word_scores(shown, counts);
  CandidatesOfTopics candidates(shown, scores, counts);
  const TopicDocuments found =
      find_topic_documents(*shown.draw.model->proportions(shown.context()), limits.documents);
  json topics = json::array();
  for (std::size_t k = 0; k < scores.n_topics(); ++k) {
    json top = json::array();
    for (const TopicDocument& document : found.top[k])
      top.push_back(
          {mentioned.documents.number(document.document), rounded(document.share), document.tokens});
    topics.push_back(
        {{"name", shown.given.topic_names.empty() ? "" : shown.given.topic_names[k]},
         {"tokens", scores.sizes()[k]},
         {"documents", found.n_documents[k]},
         {"words", topic_words(candidates.of(k), counts.n_columns, mentioned.words, limits.words)},
         {"top", std::move(top)}});
  }
  if (candidates.tree())
    add_tree(topics, *candidates.tree(), count_labels(*shown.draw.rates(), *candidates.tree()));
  return topics;
}

json vocabulary_json(const CorpusFolder& corpus, const SparseCounts& counts, const Mentions& words) {
  const std::vector<std::uint64_t> tokens = column_sums(counts);
  json result = json::array();
  for (const std::size_t v : words.things()) result.push_back({corpus.vocabulary[v], tokens[v]});
  return result;
}

json documents_json(const CorpusFolder& corpus, const Mentions& documents) {
  const std::vector<DocumentRow> rows = read_documents(corpus);
  json result = json::array();
  for (const std::size_t d : documents.things()) result.push_back({rows[d].id, corpus.corpus.length(d)});
  return result;
}

/// The indices of at most `most` of `n` points, evenly spaced, including the last.
std::vector<std::size_t> thinned(std::size_t n, std::size_t most) {
  std::vector<std::size_t> places;
  const std::size_t step = (n + most - 1) / std::max<std::size_t>(1, most);
  for (std::size_t i = 0; i < n; i += step) places.push_back(n - 1 - i);
  std::reverse(places.begin(), places.end());
  return places;
}

json picked(const std::vector<double>& values, const std::vector<std::size_t>& places) {
  json result = json::array();
  for (const std::size_t i : places) result.push_back(std::isfinite(values[i]) ? json(values[i]) : json());
  return result;
}

json trace_json(const Trace& trace, std::uint32_t chain, std::size_t most_points) {
  const std::vector<std::size_t> places = thinned(trace.n_rows(), most_points);
  json values = json::object();
  for (std::size_t i = 0; i < trace.names.size(); ++i)
    if (trace.names[i] != "sweep") values[trace.names[i]] = picked(trace.columns[i], places);
  const std::vector<double>& sweeps = trace.column("sweep");
  return {{"chain", chain},
          {"sweep", sweeps.empty() ? json::array() : picked(sweeps, places)},
          {"values", values}};
}

json traces_json(const FitFolder& fit, std::size_t most_points) {
  json traces = json::array();
  for (const std::uint32_t chain : fit.chains())
    if (const std::optional<Trace> trace = fit.trace(chain))
      traces.push_back(trace_json(*trace, chain, most_points));
  return traces;
}

/// [column, title] of each chart of the trace, in order.
json charts_json(const ModelInfo& model) {
  json charts = json::array({{"word_part", "Log likelihood of the words"},
                             {"lp__", "Log posterior"},
                             {"topics", "Topics in use"},
                             {"topics.90", "Topics that hold 90% of the tokens"}});
  for (const Chart& chart : model.charts)
    charts.push_back({std::string(chart.column), std::string(chart.title)});
  return charts;
}

json facts_json(const ShownFit& shown) {
  const json& manifest = shown.fit.manifest;
  const Corpus& corpus = shown.corpus.corpus;
  const std::filesystem::path path = whole_corpus(shown.fit).value_or(shown.corpus.path.name()),
                              place = path.has_filename() ? path : path.parent_path();
  return {{"model", shown.fit.model()},
          {"heading", std::string(shown.fit.plugin().info().heading)},
          {"status", shown.fit.status()},
          {"engine", manifest.value("engine", "")},
          {"exact", manifest.value("exact", true)},
          {"verdict", verdict_text(shown.fit)},
          {"unsettled", is_unsettled(shown.fit)},
          {"fixed_topics", shown.fit.plugin().info().fixed_topics},
          {"corpus", place.filename().string()},
          {"hash", shown.corpus.hash()},
          {"chain", shown.draw.chain},
          {"sweep", shown.draw.sweep},
          {"burn_in", shown.fit.burn_in()},
          {"topics", shown.draw.n_topics()},
          {"rates", shown.draw.rates() != nullptr},
          {"tree", shown.draw.rates() != nullptr && !shown.given.parents.empty()},
          {"documents", corpus.n_documents()},
          {"empty", count_empty(corpus)},
          {"types", corpus.n_types()},
          {"tokens", corpus.n_tokens()},
          {"options", manifest.at("options")},
          {"chains", manifest.at("chains")}};
}

}  // namespace

json report_data(const ShownFit& shown, const ReportLimits& limits) {
  const SparseCounts counts = topic_word_counts(shown);
  Mentioned mentioned;
  json topics = topics_json(shown, counts, limits, mentioned);
  return {{"facts", facts_json(shown)},
          {"charts", charts_json(shown.fit.plugin().info())},
          {"traces", traces_json(shown.fit, limits.trace_points)},
          {"vocabulary", vocabulary_json(shown.corpus, counts, mentioned.words)},
          {"topics", std::move(topics)},
          {"documents", documents_json(shown.corpus, mentioned.documents)}};
}

}  // namespace themata
