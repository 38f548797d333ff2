#include "themata/report/documents.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "themata/report/document_text.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_entries = 300;   ///< words with a topic, shown of a document
constexpr std::size_t bytes_of_entry = 18;  ///< about what a word or a token takes in the page
constexpr std::size_t longest_value = 300;  ///< bytes of a metadata value that is shown

/// At most `most` bytes of a text, whole characters of UTF-8.
std::string cut_text(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  constexpr unsigned char mask = 0xC0, continuation = 0x80;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & mask) == continuation) --most;
  return text.substr(0, most) + "...";
}

json metadata_json(const json& metadata) {
  if (!metadata.is_object() || metadata.empty()) return {};
  json result = json::object();
  for (const auto& [field, value] : metadata.items()) {
    if (value.is_string()) result[field] = cut_text(value.get<std::string>(), longest_value);
    if (value.is_structured())
      result[field] = cut_text(value.dump(-1, ' ', false, json::error_handler_t::replace), longest_value);
    if (value.is_primitive() && !value.is_string()) result[field] = value;
  }
  return result;
}

/// Tokens of one word with one topic.
struct Entry {
  std::uint32_t type;
  std::uint16_t topic;
  std::size_t count = 0, same = 0;  ///< tokens; over them, draws with this topic
};

/// The words of a document by topic, the most frequent first.
std::vector<Entry> entries_of(const ReportSource& source, std::size_t d,
                              const std::vector<std::uint16_t>& same) {
  const auto words = source.corpus().document(d);
  const std::size_t begin = source.corpus().offsets()[d];
  std::map<std::pair<std::uint32_t, std::uint16_t>, Entry> found;
  for (std::size_t t = 0; t < words.size(); ++t) {
    const std::uint16_t topic = source.shown.draw.z[begin + t];
    Entry& entry = found.try_emplace({words[t], topic}, Entry{words[t], topic}).first->second;
    ++entry.count;
    entry.same += same[t];
  }
  std::vector<Entry> entries;
  entries.reserve(found.size());
  for (const auto& [key, entry] : found) entries.push_back(entry);
  std::ranges::stable_sort(entries, std::ranges::greater(), &Entry::count);
  return entries;
}

class DocumentWriter {
 public:
  /// @param word  how a word type is written
  DocumentWriter(const ReportSource& source, const KeptSummary& kept,
                 std::function<json(std::uint32_t type)> word)
      : source_(source), kept_(kept), word_(std::move(word)), left_(source.options.limits.bytes) {}

  /// @param i  its place in what was asked of the kept draws
  json entry(std::size_t i, const PageDocument& document, const DocumentRow& row) {
    json result = {{"id", row.id},
                   {"length", source_.corpus().length(document.document)},
                   {"topics", topics(i, document)},
                   {"metadata", metadata_json(row.metadata)},
                   {"sampled", document.sampled}};
    add_content(result, i, document);
    return result;
  }

 private:
  json topics(std::size_t i, const PageDocument& document) const {
    std::vector<json> result;
    for (std::size_t j = 0; j < document.topics.size(); ++j) {
      const auto interval = kept_.document_share(i, j);
      json row = {document.topics[j], share_of(document, j, interval)};
      add_interval(row, interval);
      result.push_back(std::move(row));
    }
    std::ranges::stable_sort(result, [](const json& a, const json& b) { return a[1] > b[1]; });
    return result;
  }

  /// Adds the text of a document with its tokens, or its words, if the page has room for them.
  void add_content(json& result, std::size_t i, const PageDocument& document) {
    result["cut"] = false;
    if (source_.texts)
      add_text(result, i, document);
    else
      add_words(result, i, document);
  }

  /// Whether the page still has room for the content of a document.
  bool takes(const PageDocument& document, std::size_t bytes) {
    if (document.sampled) return true;
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

  /// @param same  draws in which tokens have the shown topic, over `tokens` of them
  json certainty(std::size_t same, std::size_t tokens) const {
    if (kept_.draws == 0) return {};
    return rounded(static_cast<double>(same) / static_cast<double>(tokens * kept_.draws), 2);
  }

  void add_words(json& result, std::size_t i, const PageDocument& document) {
    std::vector<Entry> entries = entries_of(source_, document.document, kept_.same_topic[i]);
    result["cut"] = entries.size() > most_entries;
    if (entries.size() > most_entries) entries.erase(entries.begin() + most_entries, entries.end());
    if (!takes(document, entries.size() * bytes_of_entry)) return;
    json words = json::array();
    for (const Entry& entry : entries)
      words.push_back({word_(entry.type), entry.topic, certainty(entry.same, entry.count), entry.count});
    result["words"] = std::move(words);
  }

  void add_text(json& result, std::size_t i, const PageDocument& document) {
    ShownText shown = shown_text(source_.texts->document(document.document), source_.options.limits.text);
    result["cut"] = shown.is_cut;
    if (!takes(document, shown.text.size() + shown.spans.size() * bytes_of_entry)) return;
    const std::size_t begin = source_.corpus().offsets()[document.document];
    json tokens = json::array();
    for (std::size_t t = 0; t < shown.spans.size(); ++t)
      tokens.push_back({shown.spans[t].begin, shown.spans[t].end, source_.shown.draw.z[begin + t],
                        certainty(kept_.same_topic[i][t], 1)});
    result["text"] = std::move(shown.text);
    result["tokens"] = std::move(tokens);
  }

  double share_of(const PageDocument& document, std::size_t j,
                  const std::optional<Interval>& interval) const {
    if (interval) return rounded(interval->mean);
    const std::int32_t tokens = source_.shares->counts().count(document.document, document.topics[j]);
    return rounded(source_.shares->share(document.document, document.topics[j], tokens));
  }

  const ReportSource& source_;
  const KeptSummary& kept_;
  std::function<json(std::uint32_t type)> word_;
  std::size_t left_;  ///< bytes that leading documents may still have
};

}  // namespace

json documents_json(const ReportSource& source, const DocumentChoice& choice,
                    const std::vector<DocumentRow>& rows, const KeptSummary& kept, Mentions& words) {
  DocumentWriter writer(source, kept, [&](std::uint32_t type) { return json(words.number(type)); });
  json result = json::array();
  for (std::size_t i = 0; i < choice.documents.size(); ++i)
    result.push_back(writer.entry(i, choice.documents[i], rows[i]));
  return result;
}

json document_json(const ReportSource& source, const KeptDraws& draws, std::size_t d,
                   const DocumentRow& row) {
  const PageDocument document = sampled_document(source, d);
  const KeptSummary kept = summarize_kept(source, draws, {{}, std::span(&document, 1), {}, 0});
  DocumentWriter writer(source, kept,
                        [&](std::uint32_t type) { return json(source.shown.corpus.vocabulary[type]); });
  return writer.entry(0, document, row);
}

}  // namespace themata::report_parts
