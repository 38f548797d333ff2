#include "themata/corpus/import_memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "themata/corpus/draft.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/lines.hpp"

namespace themata {

namespace {

const std::string source = "the collection";

void check_text(std::string_view text, std::uint64_t document) {
  if (const auto defect = text_defect(text, 0, Encodings::utf8_alone))
    throw InputError(source, document, *defect);
}

/// A word stands on a line of its own in a corpus's vocabulary.
void check_word(std::string_view word, std::uint64_t document) {
  check_text(word, document);
  if (word.empty() || word.find('\n') != std::string_view::npos)
    throw InputError(source, document, InputFault{"has a word that is empty or has a line break", "words"});
}

/// @returns the metadata in one line, as rows of documents.jsonl have it
std::string checked_metadata(std::string_view text, std::uint64_t document) {
  if (text.empty()) return "";
  const auto parsed = parse_json<nlohmann::ordered_json>(text);
  if (!parsed.is_object())
    throw InputError(source, document, InputFault{"has metadata of another kind", "a JSON object"});
  return dump_json(parsed);
}

/// Adds a document whose tokens are there.
void end_document(Draft& draft, const MemoryName& name, const LabelRules& rules) {
  const std::uint64_t number = draft.n_documents() + 1;
  check_text(name.id, number);
  std::vector<std::string> labels(name.labels.begin(), name.labels.end());
  for (const std::string& label : labels) {
    check_text(label, number);
    if (const auto fault = rules.find_fault(label)) throw InputError(source, number, *fault);
  }
  draft.offsets.push_back(draft.tokens.size());
  draft.dropped.push_back(had_text);
  draft.list.ancestors += rules.drop_ancestors(labels);
  const std::string metadata = checked_metadata(name.metadata, number);
  draft.list.add({.id = name.id, .row = number, .labels = std::move(labels), .metadata = metadata});
}

/// Batches of texts; a record's line is the number of its document.
read::NextBatch batches_of(std::size_t n, const std::function<MemoryText(std::size_t)>& document) {
  const auto make_parse = [&document] {
    return [&document](const read::Record& record, read::RawDocument& raw) {
      const MemoryText one = document(record.line - 1);
      check_text(record.bytes, record.line);
      check_text(one.id, record.line);
      for (const std::string& label : one.labels) check_text(label, record.line);
      raw.id = one.id;
      raw.text = record.bytes;
      raw.labels.assign(one.labels.begin(), one.labels.end());
      raw.metadata = checked_metadata(one.metadata, record.line);
    };
  };
  return [n, &document, make_parse, next = std::size_t{0}](read::Batch& batch) mutable {
    constexpr std::size_t enough = std::size_t{1} << 20;
    batch.files = {source};
    batch.make_parse = make_parse;
    for (; next < n && batch.bytes.size() < enough; ++next) {
      const std::size_t begin = batch.bytes.size();
      batch.bytes += document(next).text;
      batch.places.push_back({begin, batch.bytes.size(), next + 1, 0});
    }
    batch.bytes.append(read::batch_padding, '\0');
    return !batch.places.empty();
  };
}

/// Of tokens in the order of their text, as no format of counts has them.
ImportedCorpus finish_tokens(Draft draft, const ImportOptions& options, const LabelRules& labels) {
  ImportedCorpus corpus = finish_import(std::move(draft), options, labels);
  corpus.import["options"]["format"] = tokens_in_memory;
  return corpus;
}

/// Appends documents of cells to a draft, and counts their word types on the way: a pass over the tokens
/// less.
class CellReader {
 public:
  explicit CellReader(Draft& draft) : draft_(draft), last_document_(draft.words.size(), 0) {
    draft.counts.resize(draft.words.size());
  }
  void add(const MemoryCells& cells) {
    ++n_documents_;
    for (std::size_t i = 0; i < cells.types.size(); ++i)
      if (const std::uint32_t n = cells.counts.empty() ? 1 : cells.counts[i]; n > 0) add(cells.types[i], n);
    flush();
  }

 private:
  void add(std::uint32_t type, std::uint32_t count) {
    TypeCount& of = draft_.counts[type];
    of.tokens += count;
    if (last_document_[type] != n_documents_) ++of.documents;
    last_document_[type] = n_documents_;
    constexpr std::uint32_t few = 64;  // the blocks refuse what the memory cannot hold
    if (count <= few) {
      for (std::uint32_t n = 0; n < count; ++n) row_.push_back(type);
      return;
    }
    flush();
    draft_.tokens.append(type, count);
  }
  void flush() {
    draft_.tokens.append(row_);
    row_.clear();
  }

  Draft& draft_;
  std::vector<std::uint64_t> last_document_;  ///< of each word type, from 1
  std::uint64_t n_documents_ = 0;
  std::vector<std::uint32_t> row_;  ///< tokens that the draft does not have yet
};

}  // namespace

ImportedCorpus import_texts(std::size_t n_documents, const std::function<MemoryText(std::size_t)>& document,
                            ImportOptions options) {
  options.format = Format::lines;
  options.files.clear();
  const LabelRules labels(options);
  return finish_import(draft_from_records(batches_of(n_documents, document), options, labels), options,
                       labels);
}

ImportedCorpus import_tokens(std::size_t n_documents,
                             const std::function<MemoryTokens(std::size_t)>& document,
                             ImportOptions options) {
  options.format = Format::ldac;
  const LabelRules labels(options);
  Draft draft;
  WordTable words;
  for (std::size_t d = 0; d < n_documents; ++d) {
    const MemoryTokens one = document(d);
    for (const std::string_view word : one.words) {
      const std::size_t known = words.size();
      const std::uint32_t v = words.find_or_add(word);
      if (words.size() > known) check_word(word, d + 1);
      draft.tokens.push_back(v);
    }
    end_document(draft, one, labels);
  }
  for (std::uint32_t v = 0; v < words.size(); ++v) draft.words.emplace_back(words.word(v));
  count_types(draft);
  return finish_tokens(std::move(draft), options, labels);
}

ImportedCorpus import_counts(std::size_t n_documents, const MemoryCounts& counts, ImportOptions options) {
  options.format = Format::ldac;
  const LabelRules labels(options);
  Draft draft;
  draft.order = TypeOrder::as_given;
  draft.words = counts.vocabulary;
  for (const std::string& word : counts.vocabulary) check_word(word, 0);
  CellReader cells(draft);
  for (std::size_t d = 0; d < n_documents; ++d) {
    cells.add(counts.cells(d));
    end_document(draft, counts.name(d), labels);
  }
  if (counts.text_order) return finish_tokens(std::move(draft), options, labels);
  return finish_import(std::move(draft), options, labels);
}

}  // namespace themata
