#include "themata/corpus/import.hpp"

#include <fmt/core.h>
#include <unicode/uchar.h>
#include <unicode/uvernum.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_set>

#include "themata/corpus/draft.hpp"
#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

void close_rows(Draft& draft, ImportReport& report) {
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    if (draft.offsets[d + 1] == draft.offsets[d]) {
      const std::string reason = reason_of_emptiness(draft.dropped[d]);
      ++report.empty[reason];
      draft.list.rows[d] += fmt::format(R"(,"empty":"{}")", in_folders(reason));
    }
    draft.list.rows[d] += '}';
  }
}

/// Warns of repeated ids.
void warn_of_repeated_ids(std::vector<std::uint64_t> hashes, ImportReport& report) {
  const std::size_t n = hashes.size();
  std::sort(hashes.begin(), hashes.end());
  const auto end = std::unique(hashes.begin(), hashes.end());
  const auto distinct = static_cast<std::size_t>(end - hashes.begin());
  if (distinct < n)
    report.warnings.push_back(
        fmt::format("{} of {} have the id of an earlier document; they remain separate rows", n - distinct,
                    count_of(n, "document")));
}

void warn_of_labels_outside_tree(const std::vector<std::string>& labels, const std::vector<TreeEdge>& tree,
                                 ImportReport& report) {
  if (tree.empty()) return;
  std::unordered_set<std::string_view> known;
  for (const TreeEdge& edge : tree) known.insert(edge.label);
  const auto outside = [&known](const std::string& label) { return !known.contains(label); };
  const auto n = std::ranges::count_if(labels, outside);
  if (n > 0)
    report.warnings.push_back(fmt::format("{} of {} {} not in the tree (the first: '{}')", n,
                                          count_of(labels.size(), "label"), noun(n, "is", "are"),
                                          *std::ranges::find_if(labels, outside)));
}

void warn_of_unprotected_files(const std::vector<std::string>& files, ImportReport& report) {
  const auto n = std::ranges::count_if(files, lacks_checksum);
  if (n > 0)
    report.warnings.push_back(
        fmt::format("{} {} compressed without a checksum (the first: '{}'): nobody would notice damage",
                    count_of(static_cast<std::uint64_t>(n), "file"), noun(n, "is", "are"),
                    *std::ranges::find_if(files, lacks_checksum)));
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Warns of rules that removed more of the text than a sensible choice would.
void warn_of_greedy_rules(const ImportOptions& options, ImportReport& report) {
  constexpr double much = 0.5;
  constexpr double much_for_stop_words = 0.7;  // they are about half of English running text
  for (std::size_t r = 1; r < n_rules; ++r) {
    const auto rule = static_cast<Rule>(r);
    const double dropped = share(report.dropped[r].tokens, report.tokens_read);
    if (dropped > (rule == Rule::stop_word ? much_for_stop_words : much))
      report.warnings.push_back(fmt::format("{} dropped {:.0f}% of all words; check whether this is intended",
                                            name_of(rule), 100 * dropped));
  }
  constexpr double little_for_stop_words = 0.15;
  constexpr std::uint64_t enough_to_judge = 1000;
  const std::uint64_t words =
      report.tokens_read - report.dropped[static_cast<std::size_t>(Rule::no_letter)].tokens;
  const std::uint64_t stopped = report.dropped[static_cast<std::size_t>(Rule::stop_word)].tokens;
  if (reads_text(options) && options.words.stop_words == "english" && words >= enough_to_judge &&
      share(stopped, words) < little_for_stop_words)
    report.warnings.push_back(fmt::format(
        "only {:.0f}% of the words are English stop words: the text is not English, or its stop words were "
        "removed before; give `language` with its name, or `stop-words` none",
        100 * share(stopped, words)));
}

void warn_of_emptiness(ImportReport& report) {
  if (report.tokens == 0)
    report.warnings.emplace_back("no words are left: there is nothing to fit");
  else if (report.n_empty() * 2 > report.documents)
    report.warnings.push_back(fmt::format("{} of {} {} empty", report.n_empty(),
                                          count_of(report.documents, "document"),
                                          noun(report.n_empty(), "is", "are")));
}

std::string number(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

/// Where documents are from, in a message.
std::string source_of(const ImportOptions& options) {
  return options.files.empty()          ? "the collection"
         : options.files.front() == "-" ? "standard input"
                                        : options.files.front();
}

[[noreturn]] void refuse_nothing(const ImportOptions& options) {
  throw InputError(
      source_of(options), 0,
      options.files.size() < 2 ? "has no documents" : "has no documents; the other files have none either");
}

void fill_report(const Draft& draft, ImportReport& report) {
  report.documents = draft.n_documents();
  report.tokens = draft.tokens.size();
  report.types = draft.words.size();
  report.dropped = draft.rules;
  report.repeats = draft.repeats;
  report.tokens_read = report.tokens + report.repeats;
  for (const RuleCount& rule : report.dropped) report.tokens_read += rule.tokens;
  report.notes = draft.notes;
  if (draft.list.ancestors > 0)
    report.notes.push_back(fmt::format("labels dropped because the document has a label below them: {}",
                                       number(draft.list.ancestors)));
  report.warnings = draft.warnings;
}

}  // namespace

std::uint64_t ImportReport::n_empty() const {
  return std::accumulate(empty.begin(), empty.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

nlohmann::json ImportReport::to_json() const {
  nlohmann::json rules = nlohmann::json::object();
  for (std::size_t r = 1; r < n_rules; ++r)
    if (dropped[r].types > 0)
      rules[in_folders(std::string(name_of(static_cast<Rule>(r))))] = {{"tokens", dropped[r].tokens},
                                                                       {"types", dropped[r].types}};
  nlohmann::json reasons = nlohmann::json::object();
  for (const auto& [reason, n] : empty) reasons[in_folders(reason)] = n;
  nlohmann::json json = {
      {"documents", documents}, {"types", types},   {"tokens", tokens}, {"tokens-read", tokens_read},
      {"empty", reasons},       {"dropped", rules}, {"notes", notes},   {"warnings", warnings}};
  if (repeats > 0) json["repeats"] = repeats;
  return json;
}

std::string ImportReport::summary() const {
  std::string text = fmt::format("{:>14} {}\n", number(documents), noun(documents, "document"));
  for (const auto& [reason, n] : empty) text += fmt::format("{:>14} of them empty: {}\n", number(n), reason);
  text += fmt::format("{:>14} {} read\n", number(tokens_read), noun(tokens_read, "word"));
  for (std::size_t r = 1; r < n_rules; ++r)
    if (dropped[r].types > 0)
      text += fmt::format("{:>14} dropped by {} ({} {})\n", number(dropped[r].tokens),
                          name_of(static_cast<Rule>(r)), number(dropped[r].types),
                          noun(dropped[r].types, "type"));
  if (repeats > 0)
    text +=
        fmt::format("{:>14} {} of a word in a document left out\n", number(repeats), noun(repeats, "repeat"));
  text += fmt::format("{:>14} {} kept (tokens)\n{:>14} different {} (types)\n", number(tokens),
                      noun(tokens, "word"), number(types), noun(types, "word"));
  return text;
}

ImportedCorpus import_corpus(const ImportOptions& options) {
  assert(options.format != Format::corpus);
  const LabelRules labels(options);
  return finish_import(reads_text(options)           ? draft_from_text(options, labels)
                       : has_numbers(options.format) ? draft_from_counts(options, labels)
                                                     : draft_from_named_counts(options, labels),
                       options, labels);
}

ImportedCorpus finish_import(Draft draft, const ImportOptions& asked, const LabelRules& labels) {
  ImportedCorpus corpus;
  ImportOptions options = asked;
  options.words.split.markup = draft.markup;
  options.words.split.addresses = draft.addresses;
  if (draft.n_documents() == 0) refuse_nothing(options);
  prune(draft, options.prune);
  ImportReport& report = corpus.report;
  fill_report(draft, report);
  close_rows(draft, report);
  if (!options.dates.empty()) rewrite_dates(draft.list.rows, options.dates, source_of(options));
  corpus.labels = draft.list.sorted_labels();
  corpus.tree = labels.tree(corpus.labels);
  warn_of_emptiness(report);
  warn_of_greedy_rules(options, report);
  warn_of_repeated_ids(std::move(draft.list.id_hashes), report);
  warn_of_labels_outside_tree(corpus.labels, corpus.tree, report);
  warn_of_unprotected_files(options.files, report);
  corpus.tokens = std::move(draft.tokens);
  corpus.offsets = std::move(draft.offsets);
  corpus.vocabulary = std::move(draft.words);
  corpus.rows = std::move(draft.list.rows);
  corpus.texts = std::move(draft.texts);
  corpus.spans = std::move(draft.spans);
  corpus.phrases = std::move(draft.phrases);
  corpus.import = {{"options", describe(options)}, {"result", report.to_json()}};
  if (reads_text(options)) corpus.import["icu"] = U_ICU_VERSION;
  if (options.words.phrases.any()) corpus.import["options"]["phrases-hash"] = hash_of(corpus.phrases);
  return corpus;
}

}  // namespace themata
