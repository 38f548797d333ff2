#include "themata/corpus/analyze.hpp"

#include <algorithm>
#include <utility>

#include "themata/corpus/read/line_records.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

Analyser::Analyser(const ImportOptions& options, const Shared& shared)
    : splitter_(options.words.split),
      rules_(options.words, shared.stop_words),
      labels_(shared.labels),
      metadata_(shared.metadata),
      keep_text_(options.keep_text),
      joins_phrases_(options.words.phrases.any()),
      split_words_(options.split_words) {}

std::unique_ptr<Analyzed> Analyser::analyze(const Work& work) {
  auto out = std::make_unique<Analyzed>();
  out->error = work.error;
  out->notes = work.batch.notes;
  if (!work.batch.make_parse) return out;
  const read::Parse parse = work.batch.make_parse();
  read::RawDocument document;
  for (std::size_t i = 0; i < work.batch.places.size(); ++i) {
    document.clear();
    const read::Record record = work.batch.record(i);
    parse(record, document);
    if (metadata_ != nullptr) out->lookups.push_back(look_up(*metadata_, work.first_row + i, document));
    for (std::string& label : document.labels) label = in_nfc(label);
    check_labels(record, document);
    out->list.ancestors += labels_.drop_ancestors(document.labels);
    find_words(document.text, *out);
    add_parts(document, work.first_row + i, *out);
  }
  return out;
}

void Analyser::check_labels(const read::Record& record, const read::RawDocument& document) const {
  const std::uint64_t line = document.path.empty() ? record.line : 0;  // a file as a whole has none
  for (const std::string& label : document.labels)
    if (const auto fault = labels_.find_fault(label)) throw InputError(*record.file, line, *fault);
}

void Analyser::find_words(std::string_view text, Analyzed& out) {
  words_.clear();
  const auto add = [&](std::string_view word, text::Passage where) {
    const std::uint32_t id = out.found_words.find_or_add(word);
    if (id == out.found.size()) out.found.push_back(judge(word, out));
    const bool is_apart = joins_phrases_ && !follows(text, where);
    words_.push_back({id, where, is_apart});
  };
  if (keep_text_ == KeepText::yes || joins_phrases_)
    splitter_.split_located(text, add);
  else
    splitter_.split(text, [&add](std::string_view word) { add(word, {}); });
}

bool Analyser::follows(std::string_view text, text::Passage where) const {
  if (words_.empty()) return false;
  const std::size_t end = words_.back().where.end;
  return where.begin <= end || are_adjacent(text.substr(end, where.begin - end));
}

std::vector<std::size_t> Analyser::part_bounds() const {
  const std::size_t n = words_.size();
  std::vector<std::size_t> bounds{0};
  // What would be less than half a part at the end goes to the last part.
  if (split_words_)
    for (std::size_t at = *split_words_; at < n && 2 * (n - at) >= *split_words_; at += *split_words_)
      bounds.push_back(at);
  bounds.push_back(n);
  return bounds;
}

void Analyser::add_parts(const read::RawDocument& document, std::uint64_t row, Analyzed& out) const {
  const std::vector<std::size_t> bounds = part_bounds();
  const std::size_t n_parts = bounds.size() - 1;
  const bool blank = document.text.find_first_not_of(" \t\n\r\v\f") == std::string::npos;
  if (n_parts > 1) ++out.split, out.parts += n_parts;
  for (std::size_t part = 0; part < n_parts; ++part) {
    out.list.add({.id = document.id,
                  .row = row,
                  .part = n_parts > 1 ? part + 1 : 0,
                  .labels = document.labels,
                  .metadata = document.metadata});
    out.dropped.push_back(blank ? RuleSet{0} : had_text);
    const std::size_t before = out.tokens.size();
    const std::size_t text_begin = add_text(document.text, bounds[part], bounds[part + 1], out);
    for (std::size_t w = bounds[part]; w < bounds[part + 1]; ++w) add_word(words_[w], text_begin, out);
    if (joins_phrases_ && out.tokens.size() > before) out.tokens[before] |= apart;
    out.lengths.push_back(static_cast<std::uint32_t>(out.tokens.size() - before));
  }
}

std::size_t Analyser::add_text(std::string_view text, std::size_t first, std::size_t end,
                               Analyzed& out) const {
  if (keep_text_ == KeepText::no) return 0;
  const std::size_t begin = first == 0 ? 0 : words_[first].where.begin;
  // Two words may be from one character, which then both parts have.
  const std::size_t behind =
      end == words_.size() ? text.size() : std::max(words_[end].where.begin, words_[end - 1].where.end);
  out.texts.push_back(R"({"text":)" + read::json_text(text.substr(begin, behind - begin)) + "}");
  return begin;
}

void Analyser::add_word(const Word& word, std::size_t text_begin, Analyzed& out) const {
  Analyzed::Found& found = out.found[word.id];
  ++found.tokens;
  if (found.rule != Rule::keep) {
    out.dropped.back() |= only(found.rule);
    return;
  }
  const auto document = static_cast<std::uint32_t>(out.dropped.size());
  out.tokens.push_back(found.kept_as | (word.is_apart ? apart : 0));
  if (keep_text_ == KeepText::yes) {
    out.spans.push_back(static_cast<std::uint32_t>(word.where.begin - text_begin));
    out.spans.push_back(static_cast<std::uint32_t>(word.where.end - text_begin));
  }
  ++out.kept[found.kept_as].tokens;
  if (out.last_document[found.kept_as] != document) ++out.kept[found.kept_as].documents;
  out.last_document[found.kept_as] = document;
}

Analyzed::Found Analyser::judge(std::string_view word, Analyzed& out) {
  Analyzed::Found found;
  found.rule = joins_phrases_ ? Rule::keep : rules_.judge(word);
  if (found.rule != Rule::keep) return found;
  found.kept_as = out.kept_words.find_or_add(joins_phrases_ ? word : rules_.stem(word));
  out.kept.resize(out.kept_words.size());
  out.last_document.resize(out.kept_words.size());
  return found;
}

}  // namespace themata
