#include "themata/report/documents.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "themata/io/json.hpp"
#include "themata/report/document_text.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

constexpr std::size_t most_entries = 300;                        ///< words with a topic, shown of a document
constexpr std::size_t bytes_of_token = 24, bytes_of_entry = 30;  ///< at most, about, in the page
constexpr std::size_t longest_value = 300;                       ///< bytes of a metadata value that is shown

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
    if (value.is_structured()) result[field] = cut_text(dump_json(value), longest_value);
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

/// A document's text with its tokens, or its words: what is added to its entry.
class ContentWriter {
 public:
  /// @param word  how a word type is written
  ContentWriter(const ReportSource& source, const KeptSummary& kept,
                std::function<json(std::uint32_t type)> word)
      : source_(source), kept_(kept), word_(std::move(word)) {}

  /// @param i  the document's place in what was asked of the kept draws
  void add(json& entry, std::size_t i, std::size_t d) const {
    if (source_.texts)
      add_text(entry, i, d);
    else
      add_words(entry, i, d);
  }

 private:
  /// @param same  draws in which tokens have the shown topic, over `tokens` of them
  json certainty(std::size_t same, std::size_t tokens) const {
    if (kept_.draws == 0) return {};
    return rounded(static_cast<double>(same) / static_cast<double>(tokens * kept_.draws), 2);
  }

  void add_words(json& entry, std::size_t i, std::size_t d) const {
    std::vector<Entry> entries = entries_of(source_, d, kept_.same_topic[i]);
    entry["cut"] = entries.size() > most_entries;
    if (entries.size() > most_entries) entries.erase(entries.begin() + most_entries, entries.end());
    json words = json::array();
    for (const Entry& each : entries)
      words.push_back({word_(each.type), each.topic, certainty(each.same, each.count), each.count});
    entry["words"] = std::move(words);
  }

  void add_text(json& entry, std::size_t i, std::size_t d) const {
    ShownText shown = shown_text(source_.texts->document(d), source_.options.limits.text);
    entry["cut"] = shown.is_cut;
    const std::size_t begin = source_.corpus().offsets()[d];
    json tokens = json::array();
    for (std::size_t t = 0; t < shown.spans.size(); ++t)
      tokens.push_back({shown.spans[t].begin, shown.spans[t].end, source_.shown.draw.z[begin + t],
                        certainty(kept_.same_topic[i][t], 1)});
    entry["text"] = std::move(shown.text);
    entry["tokens"] = std::move(tokens);
  }

  const ReportSource& source_;
  const KeptSummary& kept_;
  std::function<json(std::uint32_t type)> word_;
};

/// Bytes that a byte of a text takes in the page.
std::size_t bytes_of(char c) {
  constexpr std::size_t escape = 6, pair = 2;  // \u003c, \"
  if (c == '<' || static_cast<unsigned char>(c) < ' ') return escape;
  return c == '"' || c == '\\' ? pair : 1;
}

json topics_json(const ReportSource& source, const KeptSummary& kept, std::size_t i,
                 const PageDocument& document) {
  std::vector<json> result;
  for (std::size_t j = 0; j < document.topics.size(); ++j) {
    const std::uint32_t k = document.topics[j];
    const auto interval = kept.document_share(i, j);
    const std::int32_t tokens = source.shares->counts().count(document.document, k);
    json row = {k, rounded(interval ? interval->mean : source.shares->share(document.document, k, tokens))};
    add_interval(row, interval);
    result.push_back(std::move(row));
  }
  std::ranges::stable_sort(result, [](const json& a, const json& b) { return a[1] > b[1]; });
  return result;
}

/// What is said of a document beside its text or words.
json head_json(const ReportSource& source, const KeptSummary& kept, std::size_t i,
               const PageDocument& document, const DocumentRow& row) {
  return {{"id", row.id},
          {"length", source.corpus().length(document.document)},
          {"topics", topics_json(source, kept, i, document)},
          {"metadata", metadata_json(row.metadata)},
          {"sampled", document.sampled},
          {"cut", false}};
}

}  // namespace

std::size_t about_bytes(const ReportSource& source, std::size_t d) {
  const std::size_t tokens = source.corpus().length(d);
  if (!source.texts) return std::min(tokens, most_entries) * bytes_of_entry;
  const ShownText shown = shown_text(source.texts->document(d), source.options.limits.text);
  std::size_t bytes = shown.spans.size() * bytes_of_token;
  for (const char c : shown.text) bytes += bytes_of(c);
  return bytes;
}

json documents_json(const ReportSource& source, const DocumentChoice& choice,
                    const std::vector<DocumentRow>& rows, const KeptSummary& kept) {
  json result = json::array();
  for (std::size_t i = 0; i < choice.documents.size(); ++i)
    result.push_back(head_json(source, kept, i, choice.documents[i], rows[i]));
  return result;
}

std::size_t add_contents(json& entries, const ReportSource& source, const KeptDocuments& of, Mentions& words,
                         std::size_t room) {
  const std::vector<PageDocument>& documents = of.choice.documents;
  const ContentWriter writer(source, of.kept, [&](std::uint32_t type) { return json(words.number(type)); });
  std::vector<std::size_t> order(documents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return documents[i].sampled; });
  std::size_t without = 0, of_leading = source.options.limits.bytes;
  for (const std::size_t i : order) {
    const auto& [d, sampled, topics] = documents[i];
    const std::size_t bytes = about_bytes(source, d);
    const bool is_asked_for = sampled && source.options.limits.sampled,
               fits = bytes <= room && (sampled || bytes <= of_leading);
    if (!is_asked_for && !fits) {
      ++without;
      continue;
    }
    room -= std::min(room, bytes);
    if (!sampled) of_leading -= bytes;
    writer.add(entries[i], i, d);
  }
  return without;
}

json document_json(const ReportSource& source, const KeptDraws& draws, std::size_t d,
                   const DocumentRow& row) {
  const PageDocument document = sampled_document(source, d);
  const KeptSummary kept = summarize_kept(source, draws, {{}, std::span(&document, 1), {}, 0});
  json entry = head_json(source, kept, 0, document, row);
  ContentWriter(source, kept, [&](std::uint32_t type) {
    return json(source.shown.corpus.vocabulary[type]);
  }).add(entry, 0, d);
  return entry;
}

}  // namespace themata::report_parts
