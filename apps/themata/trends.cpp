#include "themata/effects/trends.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>

#include "effect_options.hpp"
#include "output_choice.hpp"
#include "subcommands.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

using nlohmann::ordered_json;

struct TrendsCommand {
  DrawsCommand draws;
  TrendOptions options;
};

std::string words_text(const std::vector<std::string>& words) {
  std::vector<std::string> clean;
  clean.reserve(words.size());
  for (const std::string& word : words) clean.push_back(one_word(word));
  return listed(clean, " ");
}

/// A column of blocks for each period, as high as the proportion.
std::string bars_of(const std::vector<TrendCell>& cells) {
  static constexpr std::array<const char*, 8> blocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double most = 0;
  for (const TrendCell& cell : cells) most = std::max(most, cell.proportion.mean);
  std::string bars;
  for (const TrendCell& cell : cells) {
    const double height = most > 0 ? cell.proportion.mean / most * 8 : 0;
    bars += blocks[std::min<std::size_t>(7, static_cast<std::size_t>(std::max(0.0, height)))];
  }
  return bars;
}

void print_topic(const TrendsResult& result, std::size_t i) {
  constexpr std::size_t most_bars = 100;
  const auto& cells = result.cells[i];
  const auto place = [&](auto found) { return static_cast<std::size_t>(found - cells.begin()); };
  const auto mean = [](const TrendCell& cell) { return cell.proportion.mean; };
  const std::size_t peak = place(std::ranges::max_element(cells, {}, mean)),
                    low = place(std::ranges::min_element(cells, {}, mean));
  fmt::print("\ntopic {}  ({:.2f}%)\n", heading_of(result.topics[i]), 100 * result.topics[i].proportion);
  if (cells.size() > 1 && cells.size() <= most_bars) fmt::print("  {}\n", bars_of(cells));
  fmt::print("  highest in {}: {}\n", one_line(result.periods[peak].name),
             percent_text(cells[peak].proportion));
  if (low != peak)
    fmt::print("  lowest in {}: {}\n", one_line(result.periods[low].name),
               percent_text(cells[low].proportion));
  for (std::size_t t = 0; t < cells.size(); ++t)
    if (cells[t].is_burst)
      fmt::print("  burst in {}: {}  {}\n", one_line(result.periods[t].name),
                 percent_text(cells[t].proportion), words_text(cells[t].changed));
}

void print_table(const TrendsResult& result) {
  DrawsUsed used{result.chains, result.kept_draws, 0, result.without_words, result.left_out};
  for (const TrendPeriod& period : result.periods) used.documents += period.documents;
  print_used(used);
  fmt::print("{} by {}: {}, from {} to {}; mean topic proportions with {:g}% intervals\n",
             result.topics.size() == result.all_topics ? "all topics" : "topics", one_line(result.by),
             count_of(result.periods.size(), "period"), one_line(result.periods.front().name),
             one_line(result.periods.back().name), 100 * result.interval);
  for (std::size_t i = 0; i < result.topics.size(); ++i)
    if (result.topics[i].everywhere) print_topic(result, i);
  print_topics_left(result.topics, result.all_topics);
}

void print_tsv(const TrendsResult& result) {
  fmt::print("topic\tperiod\tdocuments\ttokens\tmean\tsd\tlow\thigh\tburst\twords\tchanged\n");
  for (std::size_t i = 0; i < result.topics.size(); ++i)
    for (std::size_t t = 0; t < result.periods.size(); ++t) {
      const TrendCell& cell = result.cells[i][t];
      const TrendPeriod& period = result.periods[t];
      const Estimate& e = cell.proportion;
      fmt::print("{}\t{}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{}\t{}\t{}\n", result.topics[i].number,
                 one_line(period.name), period.documents, period.tokens, e.mean, e.sd, e.low, e.high,
                 cell.is_burst ? "yes" : "no", words_text(cell.words), words_text(cell.changed));
    }
}

ordered_json to_json(const TrendsResult& result) {
  ordered_json periods = ordered_json::array(), topics = ordered_json::array();
  for (const TrendPeriod& period : result.periods)
    periods.push_back({{"period", period.name}, {"documents", period.documents}, {"tokens", period.tokens}});
  for (std::size_t i = 0; i < result.topics.size(); ++i) {
    topics.push_back(described_json(result.topics[i]));
    topics.back()["periods"] = ordered_json::array();
    for (std::size_t t = 0; t < result.periods.size(); ++t) {
      const TrendCell& cell = result.cells[i][t];
      ordered_json one{{"period", result.periods[t].name}};
      one.update(estimate_json(cell.proportion));
      one.erase("above_zero");
      one.update({{"burst", cell.is_burst}, {"words", cell.words}, {"changed", cell.changed}});
      topics.back()["periods"].push_back(std::move(one));
    }
  }
  return {{"by", result.by},
          {"interval", result.interval},
          {"chains", result.chains},
          {"kept_draws", result.kept_draws},
          {"without_words", result.without_words},
          {"left_out", result.left_out},
          {"periods", std::move(periods)},
          {"topics", std::move(topics)}};
}

void run_trends(TrendsCommand command) {
  const DrawsCommand& draws = command.draws;
  const FitFolder fit = open_for_draws(draws);
  set_shared(command.options, draws);
  const std::optional<std::filesystem::path> picture = chosen_picture(draws);
  Pool pool(threads_for(draws.threads));
  const TrendsResult result = trends(fit, draws.chain, command.options, pool);
  if (picture) write_file_atomically(*picture, trends_svg(result));
  print_warnings(result.warnings);
  if (draws.format == "table") print_table(result);
  if (draws.format == "tsv") print_tsv(result);
  if (draws.format == "json") show_json(to_json(result));
}

}  // namespace

void add_trends(CLI::App& app) {
  auto command = std::make_shared<TrendsCommand>();
  CLI::App* subcommand =
      app.add_subcommand("trends", "Show topics over time, or by any metadata field, with intervals");
  add_fit_of_draws(*subcommand, command->draws);
  subcommand->add_option("--by", command->options.by, "Metadata field, such as year or date")
      ->required()
      ->type_name("FIELD");
  subcommand
      ->add_option("--period", command->options.period,
                   "decade, year, quarter, month or day; or a width of numbers (default: what suits)")
      ->type_name("PERIOD");
  subcommand->add_option("--words", command->options.words, "Words of each topic and period (default: 5)")
      ->transform(whole_number(1, 500))
      ->type_name("N");
  subcommand
      ->add_option("--burst", command->options.burst,
                   "A burst is surely above this many times the topic's mean (default: 1.5)")
      ->check(number_above_zero())
      ->type_name("X");
  add_draws_options(*subcommand, command->draws);
  subcommand->callback([command] { run_trends(*command); });
}

}  // namespace themata::cli
