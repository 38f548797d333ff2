#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common_options.hpp"
#include "themata/effects/effect_result.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata::cli {

/// What `effect` and `trends` have in common.
struct DrawsCommand {
  std::string fit, corpus, format = "table";
  std::optional<std::uint32_t> chain;
  std::optional<std::uint64_t> burn_in;
  std::uint64_t threads = 0;
  std::vector<std::size_t> topics;
  double interval = .9;
  bool leave_out_missing = false;
  std::string picture;
};

void add_fit_of_draws(CLI::App& subcommand, DrawsCommand& command);
void add_draws_options(CLI::App& subcommand, DrawsCommand& command);

/// The fit, with a warning on standard error if its chains have not settled.
FitFolder open_for_draws(const DrawsCommand& command);

/// The file of --picture, if one is asked for. @throws UsageError if its name says that it is no .svg
std::optional<std::filesystem::path> chosen_picture(const DrawsCommand& command);

/// Takes over the options that both commands have.
template <class Options>
void set_shared(Options& options, const DrawsCommand& command) {
  options.topics = command.topics;
  options.interval = command.interval;
  options.leave_out_missing = command.leave_out_missing;
}

/// Of which chains and documents the result is, on standard output.
struct DrawsUsed {
  std::vector<std::uint32_t> chains;
  std::size_t kept_draws, documents, without_words, left_out;
};
void print_used(const DrawsUsed& used);
void print_warnings(const std::vector<std::string>& warnings);
/// Says which topics are not shown, and which are not found in all chains.
void print_topics_left(const std::vector<EffectTopic>& topics, std::size_t all_topics);

/// "0 apple pear plum", or the topic's name.
std::string heading_of(const EffectTopic& topic);
/// "12.34% [11.2, 13.5]", or "+1.2 [.3, 2.0]" for differences, in percentage points.
std::string percent_text(const Estimate& estimate);
std::string difference_text(const Estimate& estimate);

nlohmann::ordered_json described_json(const EffectTopic& topic);
nlohmann::ordered_json estimate_json(const Estimate& estimate);
void show_json(const nlohmann::ordered_json& result);
/// mean, sd, low, high, above zero
std::string estimate_columns(const Estimate& estimate);

}  // namespace themata::cli
