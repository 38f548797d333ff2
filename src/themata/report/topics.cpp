#include "themata/report/topics.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr int places_of_probability = 6;

json number_or_null(const std::optional<double>& value) { return value ? json(rounded(*value)) : json(); }

json related_json(const std::vector<std::vector<Related>>& all, std::size_t k) {
  json result = json::array();
  if (k >= all.size()) return result;
  for (const Related& each : all[k]) result.push_back({each.topic, rounded(each.value, 3)});
  return result;
}

/// How many words and documents the masks let a topic have.
json mask_json(const ReportSource& source, const std::vector<std::size_t>& documents, std::size_t k) {
  const Masks* masks = source.shown.draw.masks();
  if (masks == nullptr) return {};
  json mask = {{"words", nullptr}, {"latent", nullptr}, {"documents", nullptr}};
  if (!masks->words_of_topics.empty()) {
    const auto& words = masks->words_of_topics[k];
    const auto latent =
        std::ranges::count_if(words, [&](std::uint32_t v) { return v >= source.counts.n_columns; });
    mask["words"] = words.size();
    mask["latent"] = latent;
  }
  if (!masks->topics_of_documents.empty()) mask["documents"] = documents[k];
  return mask;
}

/// By topic, the number of documents whose masks have it.
std::vector<std::size_t> documents_of_masks(const ReportSource& source) {
  std::vector<std::size_t> documents(source.n_topics(), 0);
  if (const Masks* masks = source.shown.draw.masks())
    for (const auto& list : masks->topics_of_documents)
      for (const std::uint16_t k : list) ++documents[k];
  return documents;
}

/// For labels: their place in the tree, and the number of documents that have them, with or without tokens of
/// theirs.
void add_tree(json& topics, const LabelTree& tree, const LabelCounts& labels) {
  for (std::size_t place = 0; place < tree.order().size(); ++place) {
    const std::uint32_t k = tree.order()[place];
    const std::uint32_t parent = tree.parent(k);
    topics[k]["place"] = place;
    topics[k]["depth"] = tree.depth(k);
    topics[k]["parent"] = parent < tree.n_topics() ? json(parent) : json();
    topics[k]["documents"] = labels.documents[k];
    topics[k]["documents_below"] = labels.with_below[k];
  }
}

class TopicWriter {
 public:
  TopicWriter(const ReportSource& source, const TopicFacts& facts, const KeptSummary& kept)
      : source_(source), facts_(facts), kept_(kept), masked_(documents_of_masks(source)) {}

  json words(std::size_t k, Mentions& mentions) const {
    json result = json::array();
    const std::vector<Candidate>& chosen = facts_.words.words[k];
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Candidate& word = chosen[i];
      const auto interval = kept_.word_probability(kept_.first_word[k] + i);
      const double probability =
          interval ? interval->mean : source_.scores.probability(k, word.type, word.tokens);
      json row = {mentions.number(word.type), word.tokens, word.ranks.frequency, word.ranks.exclusivity,
                  rounded(probability, places_of_probability)};
      add_interval(row, interval, places_of_probability);
      result.push_back(std::move(row));
    }
    return result;
  }

  json top(std::size_t k, const DocumentChoice& choice) const {
    std::vector<json> rows;
    for (std::size_t i = 0; i < facts_.documents.top[k].size(); ++i) {
      const TopicDocument& each = facts_.documents.top[k][i];
      const std::size_t place = choice.places[k][i];
      const auto& topics = choice.documents[place].topics;
      const auto at = static_cast<std::size_t>(std::ranges::find(topics, k) - topics.begin());
      const auto interval = kept_.document_share(place, at);
      json row = {place, rounded(interval ? interval->mean : each.share), each.tokens};
      add_interval(row, interval);
      rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, [](const json& a, const json& b) { return a[1] > b[1]; });
    return rows;
  }

  json topic(std::size_t k) const {
    const auto& names = source_.shown.given.topic_names;
    const auto interval = kept_.shares.interval(k);
    json share = json::array();
    add_interval(share, interval);
    json result = {{"number", k},
                   {"name", names.empty() ? "" : names[k]},
                   {"auto_name", facts_.words.names[k]},
                   {"tokens", source_.scores.sizes()[k]},
                   {"documents", facts_.documents.n_documents[k]},
                   {"share", rounded(interval ? interval->mean : source_.scores.share(k))},
                   {"share_low", share[0]},
                   {"share_high", share[1]},
                   {"found", kept_.draws == 0 ? json() : json(rounded(kept_.shares.found(k)))},
                   {"nearest", related_json(facts_.nearest, k)},
                   {"correlated", related_json(facts_.correlated, k)},
                   {"chains", facts_.chains.empty() ? json() : json(facts_.chains[k])},
                   {"npmi", nullptr},
                   {"exclusivity", nullptr},
                   {"mask", mask_json(source_, masked_, k)}};
    if (!facts_.quality) return result;
    result["npmi"] = number_or_null(facts_.quality->topics[k].npmi);
    result["exclusivity"] = number_or_null(facts_.quality->topics[k].exclusivity);
    return result;
  }

 private:
  const ReportSource& source_;
  const TopicFacts& facts_;
  const KeptSummary& kept_;
  std::vector<std::size_t> masked_;
};

}  // namespace

json topics_json(const ReportSource& source, const TopicFacts& facts, const DocumentChoice& choice,
                 const KeptSummary& kept, Mentions& words) {
  const TopicWriter writer(source, facts, kept);
  json topics = json::array();
  for (std::size_t k = 0; k < facts.words.words.size(); ++k) {
    topics.push_back(writer.topic(k));
    topics.back()["words"] = writer.words(k, words);
    topics.back()["top"] = writer.top(k, choice);
  }
  if (facts.words.tree)
    add_tree(topics, *facts.words.tree, count_labels(*source.shown.draw.rates(), *facts.words.tree));
  return topics;
}

}  // namespace themata::report_parts
