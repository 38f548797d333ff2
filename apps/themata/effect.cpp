#include "themata/effects/effect.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "effect_options.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

struct EffectCommand {
  DrawsCommand draws;
  EffectOptions options;
  std::vector<std::string> references;
};

/// "party=R" as a pair.
std::map<std::string, std::string> references_of(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> references;
  for (const std::string& text : texts) {
    const std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0)
      throw UsageError(OptionFault{"reference", one_line(text), "NAME=LEVEL"});
    references[text.substr(0, equal)] = text.substr(equal + 1);
  }
  return references;
}

void print_table(const EffectResult& result) {
  fmt::print("{}\n", one_line(result.formula));
  print_used({result.chains, result.kept_draws, result.documents, result.without_words, result.left_out});
  fmt::print("Differences of mean topic proportions, in percentage points, with {:g}% intervals.\n",
             100 * result.interval);
  for (std::size_t i = 0; i < result.topics.size(); ++i) {
    const EffectTopic& topic = result.topics[i];
    if (!topic.everywhere) continue;
    fmt::print("\ntopic {}  (mean proportion {:.2f}%)\n", heading_of(topic), 100 * topic.proportion);
    for (const EffectContrast& contrast : result.contrasts) {
      const Estimate& estimate = contrast.estimates[i];
      fmt::print("  {:<36} {}{}\n",
                 one_line(fmt::format("{}: {} - {}", contrast.variable, contrast.from, contrast.to)),
                 difference_text(estimate), estimate.low > 0 || estimate.high < 0 ? " *" : "");
    }
    if (result.contrasts.empty())
      fmt::print("  {:<36} {}\n", "mean", percent_text(result.coefficients[i].front()));
  }
  if (!result.contrasts.empty()) fmt::print("\n* the interval does not contain 0\n");
  print_topics_left(result.topics, result.all_topics);
}

void print_tsv(const EffectResult& result) {
  fmt::print("topic\tquantity\tvariable\tvalue\tmean\tsd\tlow\thigh\tabove_zero\n");
  for (std::size_t i = 0; i < result.topics.size(); ++i) {
    const std::size_t k = result.topics[i].number;
    for (std::size_t j = 0; j < result.columns.size(); ++j)
      fmt::print("{}\tcoefficient\t{}\t\t{}\n", k, one_line(result.columns[j]),
                 estimate_columns(result.coefficients[i][j]));
    for (const EffectContrast& contrast : result.contrasts)
      fmt::print("{}\tdifference\t{}\t{}\t{}\n", k, one_line(contrast.variable),
                 one_line(contrast.from + " - " + contrast.to), estimate_columns(contrast.estimates[i]));
    for (const EffectCurve& curve : result.curves)
      for (std::size_t p = 0; p < curve.values.size(); ++p)
        fmt::print("{}\tproportion\t{}\t{}\t{}\n", k, one_line(curve.variable), one_line(curve.values[p]),
                   estimate_columns(curve.estimates[i][p]));
  }
}

ordered_json effects_json(const EffectResult& result, std::size_t i) {
  ordered_json topic = described_json(result.topics[i]);
  topic["coefficients"] = ordered_json::array();
  for (std::size_t j = 0; j < result.columns.size(); ++j) {
    topic["coefficients"].push_back({{"column", result.columns[j]}});
    topic["coefficients"].back().update(estimate_json(result.coefficients[i][j]));
  }
  topic["contrasts"] = ordered_json::array();
  for (const EffectContrast& contrast : result.contrasts) {
    topic["contrasts"].push_back(
        {{"variable", contrast.variable}, {"from", contrast.from}, {"to", contrast.to}});
    topic["contrasts"].back().update(estimate_json(contrast.estimates[i]));
  }
  topic["curves"] = ordered_json::array();
  for (const EffectCurve& curve : result.curves) {
    ordered_json points = ordered_json::array();
    for (std::size_t p = 0; p < curve.values.size(); ++p) {
      points.push_back({{"value", curve.values[p]}});
      if (!curve.places.empty()) points.back()["place"] = curve.places[p];
      points.back().update(estimate_json(curve.estimates[i][p]));
    }
    topic["curves"].push_back({{"variable", curve.variable}, {"points", std::move(points)}});
  }
  return topic;
}

ordered_json to_json(const EffectResult& result) {
  ordered_json topics = ordered_json::array();
  for (std::size_t i = 0; i < result.topics.size(); ++i) topics.push_back(effects_json(result, i));
  return {{"formula", result.formula},       {"interval", result.interval},
          {"documents", result.documents},   {"without_words", result.without_words},
          {"left_out", result.left_out},     {"chains", result.chains},
          {"kept_draws", result.kept_draws}, {"draws", result.draws},
          {"topics", std::move(topics)}};
}

void run_effect(EffectCommand command) {
  const DrawsCommand& draws = command.draws;
  const FitFolder fit = open_for_draws(draws);
  set_shared(command.options, draws);
  command.options.references = references_of(command.references);
  const std::optional<std::filesystem::path> picture = chosen_picture(draws);
  Pool pool(threads_for(draws.threads));
  const EffectResult result = effect(fit, draws.chain, command.options, pool);
  if (picture) write_file_atomically(*picture, effect_svg(result));
  print_warnings(result.warnings);
  if (draws.format == "table") print_table(result);
  if (draws.format == "tsv") print_tsv(result);
  if (draws.format == "json") show_json(to_json(result));
}

}  // namespace

void add_effect(CLI::App& app) {
  auto command = std::make_shared<EffectCommand>();
  CLI::App* subcommand =
      app.add_subcommand("effect", "Regress topic proportions on metadata, with credible intervals");
  add_fit_of_draws(*subcommand, command->draws);
  subcommand
      ->add_option("--formula", command->options.formula,
                   "Metadata fields, as in R: \"~ s(year) + party\"; s() is a spline, a*b crosses")
      ->required()
      ->type_name("FORMULA");
  subcommand
      ->add_option("--contrast", command->options.contrasts,
                   "Difference to show: party=D,R or year=2000,1990 (repeatable; default: the usual ones)")
      ->allow_extra_args(false)
      ->type_name("NAME=A,B");
  subcommand
      ->add_option("--reference", command->references,
                   "Level that the others are compared with: party=R (repeatable; default: the first)")
      ->allow_extra_args(false)
      ->type_name("NAME=LEVEL");
  add_draws_options(*subcommand, command->draws);
  subcommand->callback([command] { run_effect(*command); });
}

}  // namespace themata::cli
