#include "themata/corpus/draft.hpp"
#include "themata/corpus/text/word_rules.hpp"

namespace themata {

namespace {

/// What becomes of each word, in the order of the draft.
struct JudgedWords {
  std::vector<Rule> verdicts;
  std::vector<std::uint32_t> new_id;  ///< of those that are kept
  std::vector<std::string> words;     ///< by new id
};

JudgedWords judged(const std::vector<std::string>& words, const text::WordOptions& options) {
  text::ListedStopWords stop_words = text::stop_words_of(options);
  // A word of counts may have blanks: it is not cut.
  for (const std::string& entry : stop_words.no_words) stop_words.words.add(entry);
  text::WordRules rules(options, stop_words.words);
  const bool folds = options.split.letter_case == text::LetterCase::fold;
  const bool joins = folds || !options.stem.empty();
  JudgedWords result;
  WordTable known;
  for (const std::string& each : words) {
    const std::string word = folds ? text::folded(each) : each;
    result.verdicts.push_back(rules.judge(word));
    result.new_id.push_back(0);
    if (result.verdicts.back() != Rule::keep) continue;
    const std::string_view kept = rules.stem(word);
    const auto next = static_cast<std::uint32_t>(result.words.size());
    result.new_id.back() = joins ? known.find_or_add(kept) : next;
    if (result.new_id.back() == next) result.words.emplace_back(kept);
  }
  return result;
}

}  // namespace

void judge_words(Draft& draft, const text::WordOptions& options) {
  JudgedWords judged_words = judged(draft.words, options);
  for (std::size_t v = 0; v < judged_words.verdicts.size(); ++v) {
    if (judged_words.verdicts[v] == Rule::keep) continue;
    RuleCount& rule = draft.rules[static_cast<std::size_t>(judged_words.verdicts[v])];
    rule.tokens += draft.counts[v].tokens;
    ++rule.types;
  }
  rewrite_tokens(draft, judged_words.new_id, judged_words.verdicts);
  draft.words = std::move(judged_words.words);
  draft.counts.clear();
  count_types(draft);
}

}  // namespace themata
