#include "themata/models/unused_options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

namespace themata {

namespace {

bool is_met(const FitOptions& options, const Need& need) {
  if (!options.has(need.option)) return false;
  const OptionValue value = options.get(need.option);
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole > 0;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return false;
  if (need.values.empty()) return !text->empty();
  return std::ranges::any_of(need.values, [text](std::string_view one) { return lists(*text, one); });
}

bool applies(const FitOptions& options, const Field& field) {
  return field.needs.empty() ||
         std::ranges::any_of(field.needs, [&](const Need& need) { return is_met(options, need); });
}

/// "`learn` alpha or asymmetric-alpha", of those values that the model offers.
std::string text_of(const FitOptions& options, const Need& need) {
  std::vector<std::string_view> values = need.values;
  const std::vector<std::string_view>& offered = options.find(need.option)->choices;
  std::erase_if(values,
                [&](std::string_view value) { return std::ranges::find(offered, value) == offered.end(); });
  return fmt::format("`{}`{}{}", need.option, values.empty() ? "" : " ", listed(values, " or "));
}

std::string reason(const FitOptions& options, const Field& field) {
  std::string needed, found;
  for (const Need& need : field.needs) {
    if (!options.has(need.option)) continue;
    needed += fmt::format("{}{}", needed.empty() ? "it needs " : " or ", text_of(options, need));
    const OptionValue value = options.get(need.option);
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !text->empty())
      found += fmt::format("{} `{}` is {}", found.empty() ? ";" : ",", need.option, *text);
  }
  return needed + found;
}

/// Why `start` decides nothing; empty where it does.
std::string why_start_is_unused(const FitOptions& options) {
  if (options.has("background-topics"))  // topics are labels
    return "tokens begin in topics that the labels of their documents allow";
  const bool is_seeded = options.has("seeds") && !options.text("seeds").empty();
  return is_seeded ? "with `seeds`, tokens begin in random topics, and seed words in theirs" : "";
}

/// Whether the model learns anything that has a Gamma prior.
bool has_prior_in_use(const FitOptions& options) {
  return std::ranges::any_of(options.fields(), [&](const Field* field) {
    return std::holds_alternative<GammaPrior>(options.get(field->name)) && applies(options, *field);
  });
}

}  // namespace

std::vector<UnusedOption> unused_options(const FitOptions& options) {
  std::vector<UnusedOption> unused;
  for (const std::string& name : options.given()) {
    const Field* field = options.find(name);
    if (field != nullptr && !applies(options, *field)) unused.push_back({name, reason(options, *field)});
    if (const std::string why = name == "start" ? why_start_is_unused(options) : ""; !why.empty())
      unused.push_back({name, why});
    if (sets_all_priors(name) && !has_prior_in_use(options))
      unused.push_back({name, fmt::format("nothing that has such a prior is learned; `learn` is {}",
                                          options.text("learn"))});
  }
  return unused;
}

void refuse_unused(const FitOptions& options) {
  const std::vector<UnusedOption> unused = unused_options(options);
  if (unused.empty()) return;
  std::string text;
  for (const UnusedOption& one : unused)
    text += fmt::format("{}`{}` does not apply: {}", text.empty() ? "" : ". ", one.name, one.why);
  const std::string& first = unused.front().name;
  throw UsageError(text, {first, options.has(first) ? to_text(options.get(first)) : "", "no value here"});
}

}  // namespace themata
