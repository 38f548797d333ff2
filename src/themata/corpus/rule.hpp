#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace themata {

/// What can drop a word, in the order in which the rules are applied: the first three to each word as it is
/// read, the others to the counts of the whole corpus.
enum class Rule : std::uint8_t {
  keep,
  no_letter,
  stop_word,
  too_short,
  min_count,
  min_documents,
  max_document_share,
  keep_types
};
constexpr std::size_t n_rules = 8;

/// A rule's name in summaries; an option has its name between backticks.
std::string_view name_of(Rule rule);

/// The rules that dropped words of a document, one bit each.
using RuleSet = std::uint8_t;
constexpr RuleSet only(Rule rule) { return static_cast<RuleSet>(1U << static_cast<unsigned>(rule)); }
/// In a RuleSet, the bit of Rule::keep says that the document had a text, however short.
constexpr RuleSet had_text = only(Rule::keep);

/// Why a document has no words left.
std::string reason_of_emptiness(RuleSet rules);

/// A name or a reason as corpus folders hold it: `min-count` is --min-count there, so that the files of all
/// versions are the same.
std::string in_folders(const std::string& text);

/// How much a rule dropped.
struct RuleCount {
  std::uint64_t tokens = 0;
  std::uint64_t types = 0;
};
using RuleCounts = std::array<RuleCount, n_rules>;

}  // namespace themata
