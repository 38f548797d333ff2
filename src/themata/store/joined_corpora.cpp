#include "themata/store/joined_corpora.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/corpus_parts.hpp"
#include "themata/store/corpus_phrases.hpp"
#include "themata/store/corpus_texts.hpp"
#include "themata/store/document_rows.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
using nlohmann::json;

namespace {

/// The sets of rules by the reasons that rows of documents.jsonl have for them.
std::map<std::string, RuleSet> rules_by_reason() {
  std::map<std::string, RuleSet> rules;
  for (unsigned set = 0; set <= std::numeric_limits<RuleSet>::max(); ++set)
    rules[in_folders(reason_of_emptiness(static_cast<RuleSet>(set)))] = static_cast<RuleSet>(set);
  return rules;
}

/// The id of a row without the number of its part, which is written anew.
std::string_view id_of_whole(const DocumentRow& row) {
  std::string_view id = row.id;
  const std::string ending = fmt::format("#{}", row.part);
  if (row.part > 0 && id.ends_with(ending)) id.remove_suffix(ending.size());
  return id;
}

/// The metadata as they are in the line: parsing and writing could change the digits of a number.
std::string metadata_in(std::string_view line, const DocumentRow& row) {
  constexpr std::string_view before = R"(,"metadata":)";
  if (row.metadata.is_null()) return "";
  // Within a text the quotes would have backslashes, and labels have no names.
  const std::size_t begin = line.find(before);
  const std::string behind = row.empty.empty() ? "}" : R"(,"empty":)" + read::json_text(row.empty) + "}";
  if (begin == std::string_view::npos || !line.ends_with(behind)) return dump_json(row.metadata);
  line.remove_prefix(begin + before.size());
  line.remove_suffix(behind.size());
  return std::string(line);
}

/// Appends corpora to a draft.
class PartJoiner {
 public:
  PartJoiner(const std::vector<CorpusPart>& parts, const LabelRules& labels)
      : labels_(labels), one_vocabulary_(have_one_vocabulary(parts)), texts_(have_texts(parts)) {}

  void add(const CorpusPart& part) {
    const CorpusFolder folder = open_corpus(part.path);
    if (folder.manifest != part.manifest)
      throw InputError(part.path.string(), 0, "was written anew while it was read");
    if (one_vocabulary_)
      add_as_numbered(folder);
    else
      add_by_text(folder);
    const std::uint64_t before = draft_.offsets.back();
    for (const std::uint64_t end : folder.corpus.offsets().subspan(1)) draft_.offsets.push_back(before + end);
    add_rows(folder, part.may_have_numbers_as_ids());
    if (texts_) add_texts(folder);
  }

  Draft finish() {
    draft_.order = one_vocabulary_ ? TypeOrder::as_given : TypeOrder::by_frequency;
    for (std::uint32_t v = 0; v < words_.size(); ++v) draft_.words.emplace_back(words_.word(v));
    count_types(draft_);
    return std::move(draft_);
  }

 private:
  void add_as_numbered(const CorpusFolder& folder) {
    if (draft_.words.empty()) draft_.words = folder.vocabulary;
    draft_.tokens.append(folder.corpus.tokens());
  }

  void add_by_text(const CorpusFolder& folder) {
    std::vector<std::uint32_t> id;
    id.reserve(folder.vocabulary.size());
    for (const std::string& word : folder.vocabulary) {
      if (words_.size() == std::numeric_limits<std::uint32_t>::max() - 1)
        throw ResourceError("the corpora together have more different words than this program can number");
      id.push_back(words_.find_or_add(word));
    }
    std::array<std::uint32_t, 4096> piece{};
    for (std::span<const std::uint32_t> rest = folder.corpus.tokens(); !rest.empty();) {
      const std::size_t n = std::min(rest.size(), piece.size());
      std::ranges::transform(rest.first(n), piece.begin(), [&id](std::uint32_t v) { return id[v]; });
      draft_.tokens.append(std::span(piece).first(n));
      rest = rest.subspan(n);
    }
  }

  void add_rows(const CorpusFolder& folder, bool may_have_numbers) {
    const DocumentRows rows(folder);
    std::uint64_t last = 0;
    for (std::size_t d = 0; d < folder.corpus.n_documents(); ++d) {
      const DocumentRow row = rows.row(d);
      for (const std::string& label : row.labels)
        if (const auto fault = labels_.find_fault(label))
          throw InputError((folder.path / "documents.jsonl").string(), d + 1, *fault);
      std::string_view id = id_of_whole(row);
      if (may_have_numbers && id == std::to_string(row.row)) id = "";  // the row's new number
      const std::string metadata = metadata_in(rows.line(d), row);
      draft_.list.add({.id = id,
                       .row = rows_before_ + row.row,
                       .part = row.part,
                       .labels = row.labels,
                       .metadata = metadata});
      const auto rules = folder.corpus.length(d) > 0 ? reasons_.end() : reasons_.find(row.empty);
      draft_.dropped.push_back(rules == reasons_.end() ? had_text : rules->second);
      last = std::max(last, row.row);
    }
    rows_before_ += last;
  }

  void add_texts(const CorpusFolder& folder) {
    const std::optional<CorpusTexts> texts = CorpusTexts::open(folder);
    if (!texts) return;  // cannot be: all have them
    for (std::size_t d = 0; d < folder.corpus.n_documents(); ++d) draft_.texts.emplace_back(texts->line(d));
    draft_.spans.append(texts->spans());
  }

  const LabelRules& labels_;
  const bool one_vocabulary_, texts_;
  const std::map<std::string, RuleSet> reasons_ = rules_by_reason();
  Draft draft_;
  WordTable words_;
  std::uint64_t rows_before_ = 0;  ///< of the input, in the corpora before
};

Draft draft_of(const std::vector<CorpusPart>& parts, const LabelRules& labels) {
  PartJoiner joiner(parts, labels);
  for (const CorpusPart& part : parts) joiner.add(part);
  Draft draft = joiner.finish();
  if (parts.size() > 1) draft.notes.push_back(fmt::format("{} corpora are joined", parts.size()));
  draft.warnings = warnings_of(parts);
  return draft;
}

/// What all imports have in common, and what the join adds; so that the corpus says as much of its words as
/// one import would.
json import_member(const std::vector<CorpusPart>& parts, const ImportOptions& options, const json& result) {
  json own = describe(options);
  const json common = common_options(parts);
  if (common.contains("encoding")) own.erase("encoding");
  json import = {{"options", common}, {"parts", describe(parts)}, {"result", result}};
  import["options"].update(own);
  const json icu = parts.front().import().value("icu", json());
  if (icu.is_string() && std::ranges::all_of(parts, [&icu](const CorpusPart& part) {
        return part.import().value("icu", json()) == icu;
      }))
    import["icu"] = icu;
  return import;
}

/// Those of all parts, the most frequent first. A score is of the part that says the most.
std::vector<Phrase> joined_phrases(const std::vector<CorpusPart>& parts) {
  std::map<std::string, Phrase> by_text;
  for (const CorpusPart& part : parts)
    for (const Phrase& phrase : phrases_of(part.manifest, part.path)) {
      Phrase& all = by_text.try_emplace(phrase.text, Phrase{phrase.text}).first->second;
      all.count += phrase.count;
      all.documents += phrase.documents;
      all.score = std::max(all.score, phrase.score);
    }
  std::vector<Phrase> phrases;
  phrases.reserve(by_text.size());
  for (auto& [text, phrase] : by_text) phrases.push_back(std::move(phrase));
  std::ranges::stable_sort(phrases, std::ranges::greater(), &Phrase::count);
  return phrases;
}

}  // namespace

bool are_corpora(const std::vector<std::string>& folders) {
  const auto is_corpus = [](const std::string& folder) {
    try {
      return kind_of_folder(read_manifest(folder), folder) == FolderKind::corpus;
    } catch (const InputError&) {
      return false;
    }
  };
  const auto other = std::ranges::find_if_not(folders, is_corpus);
  if (other == folders.end()) return true;
  const auto corpus = std::ranges::find_if(folders, is_corpus);
  if (corpus == folders.end()) return false;
  throw UsageError(fmt::format("{} is a corpus folder and {} is not: import the latter first, then join both",
                               *corpus, *other));
}

ImportedCorpus join_corpora(ImportOptions options) {
  options.format = Format::corpus;
  const ImportOptions given = options;
  const std::vector<CorpusPart> parts = find_parts(options.files);
  take_trees(parts, options);
  const LabelRules labels(options);
  ImportedCorpus corpus = finish_import(draft_of(parts, labels), options, labels);
  corpus.import = import_member(parts, given, corpus.report.to_json());
  corpus.phrases = joined_phrases(parts);
  if (!corpus.phrases.empty()) corpus.import["options"]["phrases-hash"] = hash_of(corpus.phrases);
  return corpus;
}

ImportedCorpus import_or_join(const ImportOptions& options) {
  return options.format == Format::corpus ? join_corpora(options) : import_corpus(options);
}

}  // namespace themata
