#include "themata/store/corpus_words.hpp"

#include <utility>

#include "themata/corpus/text/word_list.hpp"

namespace themata {

namespace {

/// The rules that a corpus's manifest has, of texts; nothing of counts, and of joined corpora, which may
/// differ.
std::optional<text::WordOptions> rules_of(const CorpusFolder& corpus) {
  const nlohmann::json import = corpus.manifest.value("import", nlohmann::json::object());
  const nlohmann::json options = import.value("options", nlohmann::json::object());
  const std::string words = options.value("words", "");
  if (words.empty()) return std::nullopt;
  text::WordOptions rules;
  rules.split.by = words == "regex"         ? text::SplitBy::regex
                   : words == "white space" ? text::SplitBy::white_space
                                            : text::SplitBy::unicode;
  rules.split.regex = options.value("token-regex", "");
  if (options.value("preserve-case", false)) rules.split.letter_case = text::LetterCase::preserve;
  rules.split.language = options.value("language", "");
  rules.stem = options.value("stem", "");
  return rules;
}

}  // namespace

CorpusWords::CorpusWords(const CorpusFolder& corpus) : corpus_(corpus) {
  for (std::uint32_t v = 0; v < corpus.vocabulary.size(); ++v) ids_.emplace(corpus.vocabulary[v], v);
  const std::optional<text::WordOptions> rules = rules_of(corpus);
  if (!rules) return;
  splitter_.emplace(rules->split);
  rules_.emplace(*rules, no_stop_words_);
  folds_ = rules->split.letter_case == text::LetterCase::fold;
}

std::vector<std::uint32_t> CorpusWords::find(const std::string& entry) {
  if (const auto word = exact(entry)) return {*word};
  if (text::is_pattern(entry)) return matching(entry);
  if (splitter_) {
    std::vector<std::string> parts;
    splitter_->split(entry, [&](std::string_view part) { parts.emplace_back(part); });
    if (parts.empty()) return {};
    std::string stems;
    for (const std::string& part : parts) stems.append(stems.empty() ? "" : " ").append(rules_->stem(part));
    const auto word = exact(stems);  // of several words, a phrase
    if (word) return {*word};
    if (folds_ || parts.size() > 1) return {};
  }
  const auto found = by_folded_word().find(text::folded(entry));
  return found != folded_.end() && found->second.size() == 1 ? found->second : std::vector<std::uint32_t>();
}

std::optional<std::uint32_t> CorpusWords::exact(const std::string& word) const {
  const auto found = ids_.find(word);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::uint32_t> CorpusWords::matching(const std::string& pattern) const {
  const std::string sought = folds_ ? text::folded(pattern) : pattern;
  std::vector<std::uint32_t> words;
  for (std::uint32_t v = 0; v < corpus_.vocabulary.size(); ++v)
    if (text::matches(sought, folds_ ? text::folded(corpus_.vocabulary[v]) : corpus_.vocabulary[v]))
      words.push_back(v);
  return words;
}

const std::unordered_map<std::string, std::vector<std::uint32_t>>& CorpusWords::by_folded_word() {
  if (folded_.empty())
    for (std::uint32_t v = 0; v < corpus_.vocabulary.size(); ++v)
      folded_[text::folded(corpus_.vocabulary[v])].push_back(v);
  return folded_;
}

}  // namespace themata
