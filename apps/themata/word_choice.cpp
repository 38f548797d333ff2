#include "word_choice.hpp"

#include <algorithm>
#include <map>

#include "common_options.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"

namespace themata::cli {

namespace {

/// The scores under their command-line names.
const std::map<std::string, WordScore>& scores_by_name() {
  static const std::map<std::string, WordScore> names{{"prob", WordScore::probability},
                                                      {"frex", WordScore::frex},
                                                      {"lift", WordScore::lift},
                                                      {"score", WordScore::score}};
  return names;
}

void add_exclusivity_weight(CLI::App& subcommand, double& weight) {
  subcommand
      .add_option("--exclusivity-weight", weight, "Weight of exclusivity in FREX, 0 to 1 (default: 0.5)")
      ->check(from_zero_to_one())
      ->type_name("W");
}

}  // namespace

void add_word_choice(CLI::App& subcommand, WordChoice& choice) {
  subcommand.add_option("--by", choice.by, "How words are ranked: prob, frex, lift or score (default: prob)")
      ->check(CLI::IsMember({"prob", "frex", "lift", "score"}).description(""))
      ->type_name("SCORE");
  add_exclusivity_weight(subcommand, choice.ranking.exclusivity_weight);
}

void add_word_choices(CLI::App& subcommand, std::vector<std::string>& by, WordRanking& ranking) {
  subcommand
      .add_option("--by", by,
                  "How words are ranked: prob, frex, lift or score, or several with commas (default: prob)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"prob", "frex", "lift", "score"}).description(""))
      ->type_name("SCORE");
  add_exclusivity_weight(subcommand, ranking.exclusivity_weight);
}

void add_against(CLI::App& subcommand, std::optional<std::string>& against) {
  subcommand
      .add_option("--against", against,
                  models_where([](const ModelInfo& model) { return model.labels == LabelUse::tree; }) +
                      ": labels that exclusivity is measured against (default: siblings)")
      ->check(CLI::IsMember({"siblings", "children", "all"}).description(""))
      ->type_name("siblings|children|all");
}

void refuse_unused_weight(std::uint64_t given, const std::vector<std::string>& by) {
  if (given > 0 && std::ranges::find(by, "frex") == by.end())
    throw UsageError("--exclusivity-weight does not apply: it needs --by frex");
}

WordRanking ranking_of(const WordChoice& choice) { return ranking_by(choice.by, choice.ranking); }

WordRanking ranking_by(const std::string& name, const WordRanking& ranking) {
  WordRanking result = ranking;
  result.by = scores_by_name().at(name);
  return result;
}

const char* name_of(WordScore by) {
  switch (by) {
    case WordScore::probability:
      return "probability";
    case WordScore::frex:
      return "FREX";
    case WordScore::lift:
      return "lift";
    case WordScore::score:
      return "score";
  }
  return "";
}

}  // namespace themata::cli
