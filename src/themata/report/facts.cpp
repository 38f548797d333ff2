#include "themata/report/facts.hpp"

#include <fmt/core.h>

#include <string>

#include "themata/counts/holding.hpp"
#include "themata/diagnose/traced_range.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/evaluate/quality.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr double part_in_interval = 0.9;

std::string corpus_name(const ShownFit& shown) {
  const std::filesystem::path path = whole_corpus(shown.fit).value_or(shown.corpus.path.name()),
                              place = path.has_filename() ? path : path.parent_path();
  return place.filename().string();
}

std::string range_text(const TracedRange& range) {
  if (range.low == range.high) return fmt::format("{:.3g}", range.low);
  return fmt::format("{:.3g} to {:.3g}", range.low, range.high);
}

/// Mean length of lists. @param below  items from this on are not counted
template <class Item>
double mean_length(const std::vector<std::vector<Item>>& lists, std::size_t below) {
  double items = 0;
  for (const auto& list : lists)
    for (const Item item : list) items += item < below ? 1 : 0;
  return items / static_cast<double>(lists.size());
}

/// What a model has beside topics: how much its masks switch on, and discounts.
json extra_json(const ReportSource& source) {
  json rows = json::array();
  const auto add = [&](const std::string& label, const std::string& value) {
    rows.push_back(json::array({label, value}));
  };
  if (const Masks* masks = source.shown.draw.masks()) {
    if (!masks->topics_of_documents.empty())
      add("Topics that a document may use (mean)",
          fmt::format("{:.1f} of {}", mean_length(masks->topics_of_documents, source.n_topics()),
                      source.n_topics()));
    if (!masks->words_of_topics.empty())
      add("Words that a topic may have (mean)",
          fmt::format("{:.1f} of {}", mean_length(masks->words_of_topics, source.counts.n_columns),
                      source.counts.n_columns));
  }
  for (const auto& [column, label] :
       {std::pair{"discount", "Discount of topics"}, std::pair{"document_discount", "Discount of documents"}})
    if (const auto range = traced_range(source.shown.fit, column)) add(label, range_text(*range));
  return rows;
}

json holding(const WordScores& scores, std::int64_t percent) {
  const std::vector<std::int64_t> sizes(scores.sizes().begin(), scores.sizes().end());
  return topics_holding(sizes, percent);
}

bool has_texts(const CorpusFolder& corpus) { return corpus.manifest["checksums"].contains("texts.jsonl"); }

json field_names(const std::vector<FieldGroups>& fields) {
  json names = json::array();
  for (const FieldGroups& field : fields) names.push_back(field.name);
  return names;
}

/// What of the fit the page has.
void add_extent(json& facts, const ReportSource& source, const DocumentChoice& choice,
                const KeptSummary& kept) {
  facts["interval"] = part_in_interval;
  facts["interval_draws"] = kept.draws;
  facts["aligned"] = kept.is_matched ? "matched" : "numbers";
  facts["sampled_documents"] = choice.has_all ? json() : json(choice.n_sampled);
  facts["has_text"] = has_texts(source.shown.corpus);
  facts["npmi_window"] = usual_npmi_window(source.shown.corpus);
  facts["extra"] = extra_json(source);
}

}  // namespace

json facts_json(const ReportSource& source, const DocumentChoice& choice,
                const std::vector<FieldGroups>& fields, const KeptSummary& kept) {
  const ShownFit& shown = source.shown;
  const json& manifest = shown.fit.manifest;
  const Corpus& corpus = source.corpus();
  json facts = {{"model", shown.fit.model()},
                {"heading", std::string(shown.fit.plugin().info().heading)},
                {"status", shown.fit.status()},
                {"engine", manifest.value("engine", "")},
                {"exact", manifest.value("exact", true)},
                {"verdict", verdict_text(shown.fit)},
                {"unsettled", is_unsettled(shown.fit)},
                {"fixed_topics", shown.fit.plugin().info().fixed_topics},
                {"corpus", corpus_name(shown)},
                {"title", corpus_name(shown)},
                {"hash", shown.corpus.hash()},
                {"chain", shown.draw.chain},
                {"sweep", shown.draw.sweep},
                {"burn_in", shown.fit.burn_in()},
                {"topics", shown.draw.n_topics()},
                {"topics_90", holding(source.scores, 90)},
                {"topics_99", holding(source.scores, 99)},
                {"rates", shown.draw.rates() != nullptr},
                {"tree", shown.draw.rates() != nullptr && !shown.given.parents.empty()},
                {"documents", corpus.n_documents()},
                {"empty", count_empty(corpus)},
                {"types", corpus.n_types()},
                {"tokens", corpus.n_tokens()},
                {"options", manifest.at("options")},
                {"chains", manifest.at("chains")},
                {"fields", field_names(fields)}};
  add_extent(facts, source, choice, kept);
  return facts;
}

}  // namespace themata::report_parts
