#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/corpus/draft.hpp"

namespace themata {

namespace {

constexpr std::uint32_t gone = ~std::uint32_t{0};

std::uint64_t count_documents_with_words(const Draft& draft) {
  std::uint64_t n = 0;
  for (std::size_t d = 0; d < draft.n_documents(); ++d)
    if (draft.offsets[d + 1] > draft.offsets[d]) ++n;
  return n;
}

Rule judge(const TypeCount& count, const PruneOptions& options, double n_documents) {
  if (options.min_count && count.tokens < *options.min_count) return Rule::min_count;
  if (options.min_documents && count.documents < *options.min_documents) return Rule::min_documents;
  if (options.max_document_share &&
      static_cast<double>(count.documents) > *options.max_document_share * n_documents)
    return Rule::max_document_share;
  return Rule::keep;
}

/// Draft ids by descending frequency, ties by text.
void sort_by_frequency(std::vector<std::uint32_t>& types, const Draft& draft) {
  std::ranges::sort(types, [&draft](std::uint32_t a, std::uint32_t b) {
    if (draft.counts[a].tokens != draft.counts[b].tokens)
      return draft.counts[a].tokens > draft.counts[b].tokens;
    return draft.words[a] < draft.words[b];
  });
}

/// A type's total frequency times the logarithm of the inverse proportion of documents that have it.
double tfidf(const TypeCount& count, double n_documents) {
  if (count.documents == 0) return 0;
  return static_cast<double>(count.tokens) * std::log(n_documents / static_cast<double>(count.documents));
}

/// Among the types still kept, marks all but the best for dropping.
void keep_best(std::vector<Rule>& verdicts, const Draft& draft, const PruneOptions& options,
               double n_documents) {
  std::vector<std::uint32_t> types;
  for (std::uint32_t v = 0; v < verdicts.size(); ++v)
    if (verdicts[v] == Rule::keep) types.push_back(v);
  if (types.size() <= *options.keep_types) return;
  sort_by_frequency(types, draft);
  if (options.keep_by == KeepBy::tfidf) {
    std::ranges::stable_sort(types, std::ranges::greater(),
                             [&](std::uint32_t v) { return tfidf(draft.counts[v], n_documents); });
  }
  for (std::size_t i = *options.keep_types; i < types.size(); ++i) verdicts[types[i]] = Rule::keep_types;
}

std::vector<Rule> judge_types(const Draft& draft, const PruneOptions& options) {
  const auto n_documents = static_cast<double>(count_documents_with_words(draft));
  std::vector<Rule> verdicts;
  verdicts.reserve(draft.counts.size());
  for (const TypeCount& count : draft.counts) verdicts.push_back(judge(count, options, n_documents));
  if (options.keep_types) keep_best(verdicts, draft, options, n_documents);
  return verdicts;
}

/// Puts words and counts into their final order. @returns the final id of every draft id, `gone` if it was
/// dropped
std::vector<std::uint32_t> renumber(Draft& draft, const std::vector<Rule>& verdicts) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t v = 0; v < verdicts.size(); ++v)
    if (verdicts[v] == Rule::keep) kept.push_back(v);
  if (draft.order == TypeOrder::by_frequency) sort_by_frequency(kept, draft);
  std::vector<std::uint32_t> new_id(verdicts.size(), gone);
  std::vector<std::string> words;
  std::vector<TypeCount> counts;
  for (const std::uint32_t v : kept) {
    new_id[v] = static_cast<std::uint32_t>(words.size());
    words.push_back(std::move(draft.words[v]));
    counts.push_back(draft.counts[v]);
  }
  draft.words = std::move(words);
  draft.counts = std::move(counts);
  return new_id;
}

/// Puts a token at an earlier position, with its place in its text.
void move_token(Draft& draft, std::uint64_t from, std::uint64_t to, std::uint32_t type) {
  draft.tokens[to] = type;
  if (draft.spans.size() == 0) return;
  draft.spans[2 * to] = draft.spans[2 * from];
  draft.spans[2 * to + 1] = draft.spans[2 * from + 1];
}

/// Keeps the first `n` tokens.
void truncate(Draft& draft, std::uint64_t n) {
  draft.tokens.truncate(n);
  if (draft.spans.size() > 0) draft.spans.truncate(2 * n);
}

/// Tokens to keep of a word that a document has n times.
std::uint32_t kept_of(std::uint32_t n, Repeats repeats) {
  return repeats == Repeats::once ? 1 : static_cast<std::uint32_t>(std::lround(1 + std::log(n)));
}

/// Keeps the first tokens of every word of a document.
void leave_out_repeats(Draft& draft, Repeats repeats) {
  std::vector<std::uint32_t> in_document(draft.words.size(), 0), left(draft.words.size(), 0);
  std::uint64_t written = 0, read = 0;
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    const std::uint64_t end = draft.offsets[d + 1];
    for (std::uint64_t i = read; i < end; ++i) ++in_document[draft.tokens[i]];
    for (; read < end; ++read) {
      const std::uint32_t v = draft.tokens[read];
      if (in_document[v] > 0) left[v] = kept_of(std::exchange(in_document[v], 0), repeats);
      if (left[v] == 0) continue;
      --left[v];
      move_token(draft, read, written++, v);
    }
    draft.offsets[d + 1] = written;
  }
  draft.repeats = draft.tokens.size() - written;
  truncate(draft, written);
}

}  // namespace

void rewrite_tokens(Draft& draft, const std::vector<std::uint32_t>& new_id,
                    const std::vector<Rule>& verdicts) {
  std::uint64_t written = 0;
  std::uint64_t read = 0;
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    for (const std::uint64_t end = draft.offsets[d + 1]; read < end; ++read) {
      const std::uint32_t token = draft.tokens[read];
      if (verdicts[token] != Rule::keep)
        draft.dropped[d] |= only(verdicts[token]);
      else
        move_token(draft, read, written++, new_id[token]);
    }
    draft.offsets[d + 1] = written;
  }
  truncate(draft, written);
}

void prune(Draft& draft, const PruneOptions& options) {
  const std::vector<Rule> verdicts = judge_types(draft, options);
  for (std::size_t v = 0; v < verdicts.size(); ++v) {
    if (verdicts[v] == Rule::keep) continue;
    RuleCount& rule = draft.rules[static_cast<std::size_t>(verdicts[v])];
    rule.tokens += draft.counts[v].tokens;
    ++rule.types;
  }
  const bool unchanged = draft.order == TypeOrder::as_given &&
                         std::ranges::all_of(verdicts, [](Rule rule) { return rule == Rule::keep; });
  if (!unchanged) rewrite_tokens(draft, renumber(draft, verdicts), verdicts);
  if (options.repeats != Repeats::all) leave_out_repeats(draft, options.repeats);
}

}  // namespace themata
