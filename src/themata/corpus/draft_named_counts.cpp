#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/metadata_join.hpp"
#include "themata/corpus/read/bag.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

/// What the first row of a document of several rows says of it, and where.
struct FirstRow {
  std::string file;
  std::uint64_t line = 0;
  std::vector<std::string> labels;
  std::string metadata;
};

/// Makes a draft of documents whose words are named, or of rows that have a part of one each.
class NamedCounts {
 public:
  /// @param table  of metadata, or null
  NamedCounts(const ImportOptions& options, const LabelRules& rules, const MetadataTable* table)
      : is_tidy_(options.format == Format::tidy),
        is_table_(options.format == Format::document_term),
        fields_(options.fields),
        rules_(rules),
        table_(table) {
    if (table != nullptr) tally_.emplace(*table, options);
  }

  void add(const read::Record& record, read::RawDocument& document) {
    const std::uint64_t number = is_tidy_ ? number_of(record, document) : n_documents_;
    if (number == n_documents_) begin_document(record, document);
    for (const read::NamedCount& each : document.counts) add_count(record, number, each);
  }

  Draft finish(std::vector<std::string> notes) {
    triples_.finish(n_documents_);
    draft_.tokens = std::move(bag_.tokens);
    draft_.offsets = std::move(bag_.offsets);
    draft_.dropped.assign(draft_.n_documents(), had_text);
    for (std::uint32_t v = 0; v < words_.size(); ++v) draft_.words.emplace_back(words_.word(v));
    count_types(draft_);
    draft_.notes = std::move(notes);
    add_notes();
    if (is_table_) warn_of_no_word();
    if (tally_) tally_->finish(draft_);
    return std::move(draft_);
  }

 private:
  void add_count(const read::Record& record, std::uint64_t document, const read::NamedCount& counted) {
    if (counted.word.empty()) {
      if (unnamed_++ == 0) first_unnamed_ = fmt::format("{}:{}", *record.file, record.line);
      return;
    }
    if (counted.count == 0) return;
    const std::size_t known = words_.size();
    const std::uint32_t v = words_.find_or_add(counted.word);
    // In a corpus folder each word has a line of its own.
    if (v == known && counted.word.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos)
      refuse(record, {fmt::format("the word '{}' has a line break", one_line(counted.word)), "words"});
    ++entries_;
    has_more_than_one_ = has_more_than_one_ || counted.count > 1;
    triples_.add(document, v, counted.count);
  }

  [[noreturn]] static void refuse(const read::Record& record, InputFault fault) {
    throw InputError(*record.file, record.line, std::move(fault));
  }

  /// The number of the document that a row is of: the next one where its name is new.
  std::uint64_t number_of(const read::Record& record, const read::RawDocument& document) {
    const auto [found, is_new] = numbers_.try_emplace(in_nfc(document.id), n_documents_);
    if (is_new)
      first_rows_.push_back({*record.file, record.line, document.labels, document.metadata});
    else
      check_same(record, document, first_rows_[found->second]);
    return found->second;
  }

  /// Refuses a row that says otherwise of its document than the first one.
  void check_same(const read::Record& record, const read::RawDocument& document,
                  const FirstRow& first) const {
    if (document.metadata == first.metadata && document.labels == first.labels) return;
    std::string field = fields_.labels, here = listed(document.labels, ","),
                there = listed(first.labels, ",");
    if (document.metadata != first.metadata) {
      const auto mine = parse_json<nlohmann::ordered_json>(document.metadata);
      const auto others = parse_json<nlohmann::ordered_json>(first.metadata);
      for (const auto& [name, value] : mine.items()) {
        if (others.value(name, nlohmann::ordered_json()) == value) continue;
        field = name, here = value.get<std::string>(), there = others[name].get<std::string>();
        break;
      }
    }
    refuse(record, {fmt::format("the document '{}' has '{}' in '{}', and '{}' in {}{}", one_line(document.id),
                                one_line(here), field, one_line(there),
                                first.file == *record.file ? "line " : first.file + ":", first.line),
                    "the same in all rows of a document"});
  }

  void begin_document(const read::Record& record, read::RawDocument& document) {
    ++n_documents_;
    if (table_ != nullptr) tally_->add(look_up(*table_, n_documents_, document));
    for (std::string& label : document.labels) {
      label = in_nfc(label);
      if (auto fault = rules_.find_fault(label)) refuse(record, std::move(*fault));
    }
    draft_.list.ancestors += rules_.drop_ancestors(document.labels);
    draft_.list.add(
        {.id = document.id, .row = n_documents_, .labels = document.labels, .metadata = document.metadata});
  }

  void add_notes() {
    std::uint64_t pairs = 0;
    for (const TypeCount& type : draft_.counts) pairs += type.documents;
    // Where all counts are 1, rows are tokens, which repeat.
    if (entries_ > pairs && has_more_than_one_)
      draft_.notes.push_back(fmt::format("{} of a word that its document has had before; they are added up",
                                         count_of(entries_ - pairs, "count is", "counts are")));
    if (unnamed_ > 0)
      draft_.notes.push_back(fmt::format("{} no word, and {} left out (the first: {})",
                                         count_of(unnamed_, "count has", "counts have"),
                                         noun(unnamed_, "is", "are"), first_unnamed_));
  }

  /// Warns of a column that has most of the tokens, and many of every document, as years do.
  void warn_of_no_word() {
    constexpr std::uint64_t many = 100;
    const std::uint64_t n = draft_.n_documents();
    for (std::size_t v = 0; draft_.words.size() > 1 && v < draft_.words.size(); ++v) {
      const TypeCount& type = draft_.counts[v];
      if (n < 2 || type.documents < n || type.tokens < many * n || 2 * type.tokens < draft_.tokens.size())
        continue;
      draft_.warnings.push_back(fmt::format(
          "the column '{}' has most of all counts; if it is no word, name it by `metadata` or `labels`",
          one_line(draft_.words[v])));
    }
  }

  bool is_tidy_, is_table_;
  const FieldOptions& fields_;
  const LabelRules& rules_;
  const MetadataTable* table_;
  std::optional<JoinTally> tally_;
  read::BagOfWords bag_;
  read::TripleCollector triples_{bag_};
  Draft draft_;
  WordTable words_;
  std::uint64_t n_documents_ = 0;
  std::unordered_map<std::string, std::uint64_t> numbers_;  ///< of documents of several rows, by their names
  std::vector<FirstRow> first_rows_;                        ///< by document of several rows
  std::uint64_t entries_ = 0, unnamed_ = 0;                 ///< counts above 0, and those without a word
  bool has_more_than_one_ = false;                          ///< whether any count is above 1
  std::string first_unnamed_;
};

}  // namespace

Draft draft_from_named_counts(const ImportOptions& options, const LabelRules& labels) {
  ImportOptions documents = options;
  std::optional<MetadataTable> table;
  if (!options.metadata.path.empty()) documents.fields = table.emplace(options).document_fields();
  NamedCounts counts(documents, labels, table ? &*table : nullptr);
  std::vector<std::string> notes;
  const read::NextBatch next = read::read_records(documents);
  for (read::Batch batch; next(batch); batch = {}) {
    std::ranges::move(batch.notes, std::back_inserter(notes));
    const read::Parse parse = batch.make_parse();
    read::RawDocument document;
    for (std::size_t i = 0; i < batch.places.size(); ++i) {
      document.clear();
      parse(batch.record(i), document);
      counts.add(batch.record(i), document);
    }
  }
  Draft draft = counts.finish(std::move(notes));
  if (options.words_of_counts) judge_words(draft, *options.words_of_counts);
  return draft;
}

}  // namespace themata
