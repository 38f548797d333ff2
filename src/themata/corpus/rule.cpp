#include "themata/corpus/rule.hpp"

#include <fmt/core.h>

#include <bit>

namespace themata {

namespace {

constexpr std::string_view names[n_rules] = {
    "kept",        "numbers",         "stop words",           "`min-length`",
    "`min-count`", "`min-documents`", "`max-document-share`", "`keep-types`"};

std::string reason_of_one_rule(Rule rule) {
  if (rule == Rule::no_letter) return "only numbers";
  if (rule == Rule::too_short) return "only words shorter than `min-length`";
  if (rule == Rule::stop_word) return "only stop words";
  return fmt::format("every word was dropped by {}", name_of(rule));
}

}  // namespace

std::string_view name_of(Rule rule) { return names[static_cast<std::size_t>(rule)]; }

std::string reason_of_emptiness(RuleSet rules) {
  const auto dropping = static_cast<RuleSet>(rules & ~had_text);
  if (dropping == 0) return (rules & had_text) != 0 ? "no words" : "no text";
  if (std::has_single_bit(dropping)) return reason_of_one_rule(static_cast<Rule>(std::countr_zero(dropping)));
  std::string reason;
  for (std::size_t r = 1; r < n_rules; ++r) {
    if ((dropping & only(static_cast<Rule>(r))) == 0) continue;
    reason += reason.empty() ? "every word was dropped: " : ", ";
    reason += names[r];
  }
  return reason;
}

std::string in_folders(const std::string& text) {
  std::string spelled;
  bool opens = true;
  for (const char c : text) {
    if (c != '`') {
      spelled += c;
      continue;
    }
    if (opens) spelled += "--";
    opens = !opens;
  }
  return spelled;
}

}  // namespace themata
