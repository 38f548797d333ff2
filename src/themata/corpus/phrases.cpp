#include "themata/corpus/phrases.hpp"

#include <fmt/core.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/find_phrases.hpp"
#include "themata/corpus/text/word_list.hpp"
#include "themata/corpus/text/word_rules.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

constexpr std::uint32_t no_type = ~std::uint32_t{0};

/// Which phrase begins at a position: the longest.
class PhraseMatcher {
 public:
  PhraseMatcher(const Draft& draft, const std::vector<Sequence>& sequences)
      : draft_(draft), sequences_(sequences), by_first_(draft.words.size()) {
    for (std::uint32_t s = 0; s < sequences.size(); ++s) by_first_[sequences[s].types.front()].push_back(s);
    for (auto& numbers : by_first_)
      std::ranges::stable_sort(numbers, std::ranges::greater(),
                               [&](std::uint32_t s) { return sequences[s].types.size(); });
  }

  /// @param end  of the document
  std::optional<std::uint32_t> at(std::uint64_t i, std::uint64_t end) const {
    for (const std::uint32_t s : by_first_[draft_.tokens[i] & ~apart]) {
      const std::vector<std::uint32_t>& types = sequences_[s].types;
      if (i + types.size() > end) continue;
      std::size_t same = 1;
      while (same < types.size() && draft_.tokens[i + same] == types[same]) ++same;
      if (same == types.size()) return s;
    }
    return std::nullopt;
  }

 private:
  const Draft& draft_;
  const std::vector<Sequence>& sequences_;
  std::vector<std::vector<std::uint32_t>> by_first_;  ///< by word: its phrases, the longest first
};

/// Calls `see(first, end of the phrase or word, phrase or nothing, document)` for all that a text becomes.
template <class See>
void for_each_piece(const Draft& draft, const PhraseMatcher& matcher, See&& see) {
  std::uint64_t i = 0;
  for (std::size_t d = 0; d < draft.n_documents(); ++d)
    for (const std::uint64_t end = draft.offsets[d + 1]; i < end;) {
      const auto phrase = matcher.at(i, end);
      i = see(i, phrase, d);
    }
}

void count_joined(const Draft& draft, std::vector<Sequence>& sequences) {
  std::vector<std::size_t> last(sequences.size(), 0);
  for (Sequence& sequence : sequences) sequence.count = sequence.documents = 0;
  for_each_piece(draft, PhraseMatcher(draft, sequences),
                 [&](std::uint64_t i, std::optional<std::uint32_t> phrase, std::size_t d) {
                   if (!phrase) return i + 1;
                   Sequence& sequence = sequences[*phrase];
                   ++sequence.count;
                   if (last[*phrase] != d + 1) ++sequence.documents;
                   last[*phrase] = d + 1;
                   return i + sequence.types.size();
                 });
}

/// The entries of a list of phrases: of a file with tabs, as phrases.tsv, its first column.
std::vector<std::string> given_entries(const ImportOptions& options) {
  const PhraseOptions& phrases = options.words.phrases;
  if (phrases.file.empty()) return phrases.list;
  const std::string text = text::text_of_words(phrases.file, options.words.encoding);
  if (text.find('\t') == std::string::npos) return text::read_phrase_list(text);
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::string_view entry = without_blanks(line.substr(0, line.find('\t')));
    const bool is_header = begin == 0 && entry == "phrase";
    if (!entry.empty() && !is_header) entries.emplace_back(entry);
    begin = end + 1;
  }
  return entries;
}

std::vector<std::string> words_of(text::WordSplitter& splitter, std::string_view entry) {
  std::vector<std::string> words;
  splitter.split(entry, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

/// The sequences of entries whose words all occur.
std::vector<Sequence> given_sequences(const Draft& draft,
                                      const std::vector<std::vector<std::string>>& entries) {
  std::unordered_map<std::string_view, std::uint32_t> ids;
  for (const auto& words : entries)
    for (const std::string& word : words) ids.emplace(word, no_type);
  for (std::uint32_t v = 0; v < draft.words.size(); ++v)
    if (const auto known = ids.find(draft.words[v]); known != ids.end()) known->second = v;
  std::vector<Sequence> sequences;
  std::set<std::vector<std::uint32_t>> seen;
  for (const auto& words : entries) {
    Sequence sequence{.is_given = true};
    for (const std::string& word : words) sequence.types.push_back(ids.at(word));
    if (std::ranges::find(sequence.types, no_type) != sequence.types.end()) continue;
    if (seen.insert(sequence.types).second) sequences.push_back(std::move(sequence));
  }
  return sequences;
}

/// Joins, and applies the rules to what is in no phrase.
class PhraseJoiner {
 public:
  PhraseJoiner(Draft& draft, const ImportOptions& options, const text::StopWords& stop_words)
      : draft_(draft), options_(options), splitter_(options.words.split), rules_(options.words, stop_words) {
    for (const std::string& word : draft.words) verdicts_.push_back(rules_.judge(word));
  }

  void choose() {
    std::vector<std::vector<std::string>> entries;
    for (const std::string& entry : given_entries(options_)) {
      std::vector<std::string> words = words_of(splitter_, entry);
      if (words.size() < 2)
        no_phrases_.push_back(entry);
      else
        entries.push_back(std::move(words));
    }
    sequences_ = given_sequences(draft_, entries);
    for (const auto& words : entries) given_.insert(listed(words, " "));
    if (options_.words.phrases.find) add_found();
    count_joined(draft_, sequences_);
    while (drop_rare()) count_joined(draft_, sequences_);
  }

  /// Takes stop words of several words that are phrases off the list.
  void take_stop_phrases(std::vector<std::string>& no_words) {
    is_stop_phrase_.assign(sequences_.size(), false);
    std::map<std::string, std::size_t> numbers;
    for (std::size_t s = 0; s < sequences_.size(); ++s) numbers[text_of(sequences_[s])] = s;
    std::erase_if(no_words, [&](const std::string& entry) {
      const auto known = numbers.find(listed(words_of(splitter_, entry), " "));
      if (known != numbers.end()) is_stop_phrase_[known->second] = true;
      return known != numbers.end();
    });
  }

  void join() {
    const PhraseMatcher matcher(draft_, sequences_);
    std::vector<bool> is_dropped(draft_.words.size(), false), is_dropped_phrase(sequences_.size(), false);
    std::vector<std::uint64_t> offsets{0};
    std::uint64_t written = 0;
    const auto drop = [&](Rule rule, std::vector<bool>::reference seen, std::size_t d) {
      RuleCount& count = draft_.rules[static_cast<std::size_t>(rule)];
      ++count.tokens;
      if (!seen) ++count.types;
      seen = true;
      draft_.dropped[d] |= only(rule);
    };
    for_each_piece(draft_, matcher, [&](std::uint64_t i, std::optional<std::uint32_t> phrase, std::size_t d) {
      while (offsets.size() <= d) offsets.push_back(written);
      const std::uint32_t word = draft_.tokens[i] & ~apart;
      const std::uint64_t end = phrase ? i + sequences_[*phrase].types.size() : i + 1;
      if (phrase && is_stop_phrase_[*phrase])
        drop(Rule::stop_word, is_dropped_phrase[*phrase], d);
      else if (!phrase && verdicts_[word] != Rule::keep)
        drop(verdicts_[word], is_dropped[word], d);
      else
        write(written++, i, end, phrase ? type_of_phrase(*phrase) : type_of_word(word));
      return end;
    });
    while (offsets.size() <= draft_.n_documents()) offsets.push_back(written);
    draft_.tokens.truncate(written);
    if (draft_.spans.size() > 0) draft_.spans.truncate(2 * written);
    draft_.offsets = std::move(offsets);
    draft_.words.clear();
    for (std::uint32_t v = 0; v < types_.size(); ++v) draft_.words.emplace_back(types_.word(v));
    draft_.counts.clear();
    count_types(draft_);
  }

  void report() {
    std::uint64_t times = 0;
    std::set<std::string> unknown = given_, absent = given_;  // no sequence of words of the texts; not joined
    for (const Sequence& sequence : sequences_) {
      times += sequence.count;
      const std::string& text = texts_.at(sequence.types);
      draft_.phrases.push_back({text, sequence.count, sequence.documents, sequence.score});
      unknown.erase(text);
      if (sequence.count > 0) absent.erase(text);
    }
    for (const std::string& text : unknown) draft_.phrases.push_back({.text = text});
    std::ranges::stable_sort(draft_.phrases, std::ranges::greater(), &Phrase::count);
    std::vector<std::string> names;
    for (const Phrase& phrase : draft_.phrases)
      if (phrase.count > 0) names.push_back(phrase.text);
    draft_.notes.push_back(names.empty() ? std::string("no phrase was joined")
                                         : fmt::format("{} joined, {} in the text: {}",
                                                       count_of(names.size(), "phrase"),
                                                       count_of(times, "time"), first_ten(names)));
    warn(absent.size());
  }

 private:
  void add_found() {
    std::set<std::vector<std::uint32_t>> known;
    for (const Sequence& sequence : sequences_) known.insert(sequence.types);
    for (Sequence& sequence : find_phrases(draft_, verdicts_, options_.words.phrases))
      if (!known.contains(sequence.types)) sequences_.push_back(std::move(sequence));
  }

  /// Drops found ones that are rare because others overlap them. @returns whether there are any
  bool drop_rare() {
    return std::erase_if(sequences_, [this](const Sequence& sequence) {
             return !sequence.is_given && sequence.count < options_.words.phrases.min_count;
           }) > 0;
  }

  std::string text_of(const Sequence& sequence) {
    std::string& text = texts_[sequence.types];
    if (!text.empty()) return text;
    for (const std::uint32_t v : sequence.types) text += (text.empty() ? "" : " ") + draft_.words[v];
    return text;
  }

  std::uint32_t type_of_word(std::uint32_t word) {
    word_types_.resize(draft_.words.size(), no_type);
    std::uint32_t& type = word_types_[word];
    if (type == no_type) type = types_.find_or_add(rules_.stem(draft_.words[word]));
    return type;
  }
  std::uint32_t type_of_phrase(std::uint32_t number) {
    phrase_types_.resize(sequences_.size(), no_type);
    std::uint32_t& type = phrase_types_[number];
    if (type != no_type) return type;
    std::string text;
    for (const std::uint32_t v : sequences_[number].types)
      text.append(text.empty() ? "" : " ").append(rules_.stem(draft_.words[v]));
    return type = types_.find_or_add(text);
  }

  void write(std::uint64_t to, std::uint64_t first, std::uint64_t end, std::uint32_t type) {
    draft_.tokens[to] = type;
    if (draft_.spans.size() == 0) return;
    draft_.spans[2 * to] = draft_.spans[2 * first];
    draft_.spans[2 * to + 1] = draft_.spans[2 * end - 1];
  }

  /// @param n_absent  given ones that the texts do not have
  void warn(std::size_t n_absent) {
    if (!no_phrases_.empty())
      draft_.warnings.push_back(fmt::format("{} of the given phrases {} not several words of these texts: {}",
                                            no_phrases_.size(), noun(no_phrases_.size(), "is", "are"),
                                            first_ten(no_phrases_)));
    if (n_absent > 0)
      draft_.notes.push_back(fmt::format("{} of {} given phrases {} not in these texts", n_absent,
                                         given_.size(), noun(n_absent, "is", "are")));
  }

  Draft& draft_;
  const ImportOptions& options_;
  text::WordSplitter splitter_;
  text::WordRules rules_;
  std::vector<Rule> verdicts_;  ///< by word
  std::vector<Sequence> sequences_;
  std::vector<bool> is_stop_phrase_;
  std::map<std::vector<std::uint32_t>, std::string> texts_;
  std::vector<std::string> no_phrases_;
  std::set<std::string> given_;
  WordTable types_;
  std::vector<std::uint32_t> word_types_, phrase_types_;
};

// NOLINTNEXTLINE(readability-function-size): ICU's macro nests deeply
void for_each_character(std::string_view text, const auto& visit) {
  const char* bytes = text.data();
  for (std::size_t at = 0; at < text.size();) {
    UChar32 c = 0;
    U8_NEXT(bytes, at, text.size(), c);
    visit(c);
  }
}

constexpr std::string_view phrase_header = "phrase\tcount\tdocuments\tscore";

}  // namespace

bool are_adjacent(std::string_view between) {
  std::size_t lines = 0, marks = 0, blanks = 0;
  bool ends = false;
  for_each_character(between, [&](UChar32 c) {
    lines += c == '\n' || c == 0x2028 ? 1 : 0;
    const bool is_blank = u_isUWhiteSpace(c) != 0;
    const bool is_mark = c == '-' || c == 0x2010 || c == 0x2011 || c == '\'' || c == 0x2019;
    blanks += is_blank ? 1 : 0;
    marks += is_mark ? 1 : 0;
    ends |= c == '\f' || c == 0x2029 || (!is_blank && !is_mark && u_charType(c) != U_FORMAT_CHAR);
  });
  return !ends && lines < 2 && (marks == 0 || (marks == 1 && blanks == 0));
}

std::vector<std::string> phrase_lines(const std::vector<Phrase>& phrases) {
  std::vector<std::string> lines{std::string(phrase_header)};
  for (const Phrase& phrase : phrases)
    lines.push_back(fmt::format("{}\t{}\t{}\t{}", phrase.text, phrase.count, phrase.documents,
                                phrase.score > 0 ? fmt::format("{:.4f}", phrase.score) : ""));
  return lines;
}

std::vector<Phrase> phrases_in(const std::vector<std::string>& lines, const std::string& name) {
  std::vector<Phrase> phrases;
  const auto refuse = [&](std::size_t line) {
    throw InputError(name, line + 1, InputFault{"is damaged", fmt::format("'{}'", phrase_header)});
  };
  if (lines.empty() || lines.front() != phrase_header) refuse(0);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> fields(1);
    for (const char c : lines[i])
      c == '\t' ? static_cast<void>(fields.emplace_back()) : fields.back().push_back(c);
    if (fields.size() != 4) refuse(i);
    const auto count = finite_number(fields[1]), documents = finite_number(fields[2]);
    const auto score = fields[3].empty() ? std::optional(0.0) : finite_number(fields[3]);
    const auto is_count = [](const std::optional<double>& n) { return n && *n >= 0 && *n < 1e18; };
    if (!is_count(count) || !is_count(documents) || !score) refuse(i);
    phrases.push_back(
        {fields[0], static_cast<std::uint64_t>(*count), static_cast<std::uint64_t>(*documents), *score});
  }
  return phrases;
}

std::string hash_of(const std::vector<Phrase>& phrases) {
  std::set<std::string_view> texts;
  for (const Phrase& phrase : phrases) texts.insert(phrase.text);
  Checksum hash;
  for (const std::string_view text : texts) {
    hash.add(text.data(), text.size());
    hash.add("\n", 1);
  }
  return hash.text();
}

void join_phrases(Draft& draft, const ImportOptions& options, const text::StopWords& stop_words,
                  std::vector<std::string>& no_words) {
  PhraseJoiner joiner(draft, options, stop_words);
  joiner.choose();
  joiner.take_stop_phrases(no_words);
  joiner.join();
  joiner.report();
}

}  // namespace themata
