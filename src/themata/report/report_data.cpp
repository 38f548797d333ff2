#include <algorithm>
#include <utility>

#include "themata/report/budget.hpp"
#include "themata/report/facts.hpp"
#include "themata/report/report.hpp"
#include "themata/report/topics.hpp"

namespace themata {

using nlohmann::json;
using namespace report_parts;

namespace {

constexpr int version = 2;

json vocabulary_json(const ReportSource& source, const Mentions& words) {
  const std::vector<std::uint64_t> tokens = column_sums(source.counts);
  json result = json::array();
  for (const std::size_t v : words.things()) result.push_back({source.shown.corpus.vocabulary[v], tokens[v]});
  return result;
}

/// What is asked of the kept draws.
KeptRequest request_for(const ReportSource& source, const ChosenWords& words, const DocumentChoice& choice,
                        const std::vector<FieldGroups>& fields) {
  KeptRequest request{{}, choice.documents, fields, field_topics(topic_budget(source).shown, fields)};
  for (const auto& candidates : words.words) {
    request.words.emplace_back();
    for (const Candidate& word : candidates) request.words.back().push_back(word.type);
  }
  return request;
}

/// Adds texts and words of documents and the vocabulary, and says what is left out.
void add_contents_that_fit(json& data, const ReportSource& source, const KeptDocuments& of, Mentions& words,
                           LeftOut left_out) {
  data["vocabulary"] = vocabulary_json(source, words);
  const std::size_t used = page_size(data), most = source.options.limits.page;
  left_out.documents = add_contents(data["documents"], source, of, words, most - std::min(most, used));
  left_out.fields = data["by_field"].empty() ? source.n_topics() : data["by_field"][0]["topics"].size();
  data["vocabulary"] = vocabulary_json(source, words);
  data["facts"]["words"] = topic_budget(source).words;
  data["facts"]["left_out"] = left_out_text(source, left_out);
}

}  // namespace

json report_parts::report_data(const ReportSource& source, const KeptDraws& draws) {
  const ShownFit& shown = source.shown;
  json traces = traces_json(shown.fit, source.options.limits.trace_points);
  const TopicDistances distances = distances_of(source);
  const std::size_t related = topic_budget(source).related;
  TopicFacts topics{choose_words(source),
                    find_topic_documents(source),
                    nearest_topics(distances, related),
                    correlated_topics(source.shares->counts(), distances.matrix.rows(), related),
                    chains_of_topics(source),
                    quality_of(source)};
  const DocumentChoice choice = choose_documents(source, topics.documents);
  const PageRows rows = read_rows(source, choice);
  const KeptSummary kept =
      summarize_kept(source, draws, request_for(source, topics.words, choice, rows.fields));
  Mentions words;
  json data = {{"version", version},
               {"facts", facts_json(source, choice, rows.fields, kept)},
               {"charts", charts_json(shown.fit.plugin().info())},
               {"traces", std::move(traces)},
               {"diagnosis", diagnosis_json(source)},
               {"quality", quality_json(topics.quality)},
               {"topics", topics_json(source, topics, choice, kept, words)},
               {"map", map_json(distances)},
               {"tree", tree_json(distances)},
               {"documents", documents_json(source, choice, rows.of_page, kept)},
               {"by_field", fields_json(source, rows.fields, kept)},
               {"comparison", comparison_json(source)}};
  add_contents_that_fit(data, source, {choice, kept}, words, {.leading = topics.documents.most});
  return data;
}

json report_data(const ShownFit& shown, const ReportOptions& options) {
  Pool pool(threads_for(0));
  const ReportSource source(shown, options, pool);
  return report_parts::report_data(source, KeptDraws(source, DrawStorage::forgotten));
}

}  // namespace themata
