#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "themata/report/budget.hpp"
#include "themata/report/facts.hpp"

namespace themata::report_parts {

using nlohmann::json;

namespace {

/// How the topics of the other run go into those of the first, beyond pairs: a topic without a match goes to
/// the nearest topic within the limit.
struct Remainders {
  std::vector<std::vector<std::size_t>> of_first;  ///< by topic of the first run: unmatched ones of the other
  std::vector<std::size_t> alone;                  ///< of the other run: near to none
};

Remainders remainders_of(const std::vector<NearestTopic>& nearest, const std::vector<bool>& is_matched,
                         std::size_t n_first, double limit) {
  Remainders result{std::vector<std::vector<std::size_t>>(n_first), {}};
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    if (is_matched[k]) continue;
    if (nearest[k].distance < limit)
      result.of_first[nearest[k].topic].push_back(k);
    else
      result.alone.push_back(k);
  }
  return result;
}

/// Which topics of both runs have a match.
struct Matched {
  std::vector<std::size_t> partner_of_first, partner_of_other;  ///< `nobody` for none
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  static std::vector<bool> has(const std::vector<std::size_t>& partners) {
    std::vector<bool> result(partners.size());
    for (std::size_t k = 0; k < partners.size(); ++k) result[k] = partners[k] != nobody;
    return result;
  }
};

Matched matched_in(const Comparison& comparison) {
  Matched matched{std::vector<std::size_t>(comparison.runs[0].top_words.size(), Matched::nobody),
                  std::vector<std::size_t>(comparison.runs[1].top_words.size(), Matched::nobody)};
  for (std::size_t k = 0; k < comparison.pairs.front().size(); ++k)
    if (const auto& pair = comparison.pairs.front()[k]; pair && pair->is_partner) {
      matched.partner_of_first[k] = pair->topic;
      matched.partner_of_other[pair->topic] = k;
    }
  return matched;
}

/// [[topic, [its match and what else goes to it]], ...] of topics to which several go.
std::vector<std::pair<std::size_t, std::vector<std::size_t>>> several(
    const Remainders& remainders, const std::vector<std::size_t>& partners) {
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>> result;
  for (std::size_t k = 0; k < partners.size(); ++k) {
    std::vector<std::size_t> parts = remainders.of_first[k];
    if (partners[k] != Matched::nobody) parts.insert(parts.begin(), partners[k]);
    if (parts.size() > 1) result.emplace_back(k, std::move(parts));
  }
  return result;
}

/// Those that go to a topic which has neither a match nor another such topic: near, yet not paired.
void add_single(Remainders& remainders, const std::vector<std::size_t>& partners) {
  for (std::size_t k = 0; k < partners.size(); ++k)
    if (partners[k] == Matched::nobody && remainders.of_first[k].size() == 1)
      remainders.alone.push_back(remainders.of_first[k].front());
  std::ranges::sort(remainders.alone);
}

json pairs_json(const Comparison& comparison) {
  json pairs = json::array();
  for (std::size_t k = 0; k < comparison.pairs.front().size(); ++k)
    if (const auto& pair = comparison.pairs.front()[k])
      pairs.push_back({k, pair->topic, rounded(pair->distance), pair->is_partner});
  return pairs;
}

json topics_of_other(const Comparison& comparison, const std::vector<std::string>& names) {
  const RunOfTopics& run = comparison.runs[1];
  const std::size_t most = words_of_other(run.top_words.size());
  json topics = json::array();
  for (std::size_t k = 0; k < run.top_words.size(); ++k) {
    json words = json::array();
    for (std::size_t i = 0; i < std::min(most, run.top_words[k].size()); ++i)
      words.push_back(comparison.vocabulary[run.top_words[k][i]]);
    topics.push_back({{"number", k},
                      {"name", names.empty() ? "" : names[k]},
                      {"share", rounded(run.proportions[k])},
                      {"words", std::move(words)}});
  }
  return topics;
}

}  // namespace

json comparison_json(const ReportSource& source) {
  if (!source.options.other) return {};
  const RunChoice& other = *source.options.other;
  const ShownFit shown = open_shown_fit(other.fit, other.chain);
  const Comparison comparison =
      compare({{source.shown.fit, source.shown.draw.chain}, {other.fit, shown.draw.chain}}, {}, source.pool);
  const RunOfTopics& run = comparison.runs[1];
  const Matched matched = matched_in(comparison);
  const std::size_t n_first = matched.partner_of_first.size(), n_other = matched.partner_of_other.size();
  Remainders split = remainders_of(comparison.nearest_in_first[0], Matched::has(matched.partner_of_other),
                                   n_first, comparison.limit),
             merged = remainders_of(comparison.nearest[0], Matched::has(matched.partner_of_first), n_other,
                                    comparison.limit);
  add_single(split, matched.partner_of_first);
  add_single(merged, matched.partner_of_other);
  json merges = json::array();
  for (auto& [b, parts] : several(merged, matched.partner_of_other))
    merges.push_back(json::array({std::move(parts), b}));
  json splits = json::array();
  for (auto& [a, parts] : several(split, matched.partner_of_first))
    splits.push_back(json::array({a, std::move(parts)}));
  const std::filesystem::path path(other.fit.path.string());
  return {{"other",
           {{"fit", (path.has_filename() ? path : path.parent_path()).filename().string()},
            {"model", run.model},
            {"chain", run.chain},
            {"sweep", run.sweep},
            {"topics", n_other},
            {"tokens", run.tokens}}},
          {"limit", rounded(comparison.limit)},
          {"distance", "Hellinger"},
          {"same_corpus", comparison.same_corpus()},
          {"pairs", pairs_json(comparison)},
          {"split", std::move(splits)},
          {"merged", std::move(merges)},
          {"only_a", merged.alone},
          {"only_b", split.alone},
          {"topics_b", topics_of_other(comparison, shown.given.topic_names)},
          {"summary",
           {{"matched", comparison.totals.everywhere},
            {"share_matched", rounded(comparison.totals.proportion_everywhere)}}}};
}

}  // namespace themata::report_parts
