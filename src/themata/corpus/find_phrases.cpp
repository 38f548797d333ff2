#include "themata/corpus/find_phrases.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace themata {

namespace {

constexpr std::uint32_t no_run = ~std::uint32_t{0};

/// Sequences of one length that occur often enough.
struct Runs {
  TokenBlocks at;  ///< by position: the number of the one that begins there, or no_run
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> example;  ///< a position of each
};

/// Words that occur often enough.
Runs single_words(const Draft& draft, std::uint64_t min_count) {
  Runs runs;
  for (const TypeCount& count : draft.counts) runs.counts.push_back(count.tokens);
  for (std::size_t i = 0; i < draft.tokens.size(); ++i) {
    const std::uint32_t type = draft.tokens[i] & ~apart;
    runs.at.push_back(draft.counts[type].tokens >= min_count ? type : no_run);
  }
  return runs;
}

/// Those of one word more: of its first words and its last words both occur often enough.
Runs one_longer(const Draft& draft, const Runs& shorter, std::uint64_t min_count) {
  const std::size_t n = draft.tokens.size();
  const auto key_at = [&](std::size_t i) -> std::optional<std::uint64_t> {
    if (i + 1 >= n || (draft.tokens[i + 1] & apart) != 0) return std::nullopt;
    const std::uint32_t first = shorter.at[i], last = shorter.at[i + 1];
    if (first == no_run || last == no_run) return std::nullopt;
    return std::uint64_t{first} << 32 | last;
  };
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < n; ++i)
    if (const auto key = key_at(i)) keys.push_back(*key);
  std::ranges::sort(keys);
  Runs runs;
  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    if (end - begin < min_count) continue;
    runs.counts.push_back(end - begin);
    keys[kept++] = keys[begin];
  }
  keys.resize(kept);
  runs.example.resize(kept);
  for (std::size_t i = 0; i < n; ++i) {
    const auto key = key_at(i);
    const auto found = key ? std::ranges::lower_bound(keys, *key) : keys.end();
    const bool is_kept = found != keys.end() && *found == *key;
    const auto number = static_cast<std::uint32_t>(found - keys.begin());
    runs.at.push_back(is_kept ? number : no_run);
    if (is_kept) runs.example[number] = i;
  }
  return runs;
}

/// Finds the sequences of words that are one.
class PhraseSearch {
 public:
  /// @param rules  by type
  PhraseSearch(const Draft& draft, const std::vector<Rule>& rules, const PhraseOptions& options)
      : draft_(draft), rules_(rules), options_(options) {}

  std::vector<Sequence> find() {
    std::vector<Sequence> found;
    by_length_.push_back(single_words(draft_, options_.min_count));
    while (by_length_.size() < options_.words) {
      by_length_.push_back(one_longer(draft_, by_length_.back(), options_.min_count));
      for (std::uint32_t run = 0; run < by_length_.back().counts.size(); ++run)
        if (auto sequence = judged(run)) found.push_back(std::move(*sequence));
    }
    return found;
  }

 private:
  /// One of the longest so far, if it is a phrase.
  std::optional<Sequence> judged(std::uint32_t run) const {
    const std::size_t length = by_length_.size();
    const std::uint64_t at = by_length_.back().example[run];
    Sequence sequence;
    for (std::size_t i = 0; i < length; ++i) {
      sequence.types.push_back(draft_.tokens[at + i] & ~apart);
      const Rule rule = rules_[sequence.types.back()];
      const bool is_inner = i > 0 && i + 1 < length;
      if (rule != Rule::keep && !(is_inner && rule == Rule::stop_word)) return std::nullopt;
    }
    sequence.score = 1;
    for (std::size_t cut = 1; cut < length; ++cut)
      sequence.score = std::min(sequence.score, association(at, cut, length - cut));
    return sequence.score >= options_.min_score ? std::optional(std::move(sequence)) : std::nullopt;
  }

  std::uint64_t count_at(std::uint64_t at, std::size_t length) const {
    const Runs& runs = by_length_[length - 1];
    return runs.counts[runs.at[at]];
  }
  /// The normalized pointwise mutual information of two parts that follow each other.
  double association(std::uint64_t at, std::size_t first, std::size_t second) const {
    const auto n = static_cast<double>(draft_.tokens.size());
    const auto both = static_cast<double>(count_at(at, first + second));
    const auto one = static_cast<double>(count_at(at, first)),
               other = static_cast<double>(count_at(at + first, second));
    return both < n ? std::log(both * n / (one * other)) / std::log(n / both) : 0;
  }

  const Draft& draft_;
  const std::vector<Rule>& rules_;
  const PhraseOptions& options_;
  std::vector<Runs> by_length_;
};

}  // namespace

std::vector<Sequence> find_phrases(const Draft& draft, const std::vector<Rule>& rules,
                                   const PhraseOptions& options) {
  return PhraseSearch(draft, rules, options).find();
}

}  // namespace themata
