#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/options/field.hpp"

namespace themata::cli {

/// Options that mean the same in every subcommand that has them.

/// --format NAME, in which the outcome is printed. @param names  the default first
CLI::Option* add_format(CLI::App& subcommand, std::string& format, const std::vector<std::string>& names);

/// What help calls the value of an option of this kind: N, X, TEXT and so on.
std::string_view value_name(const OptionValue& kind);

/// --threads T, on which no result depends. @param threads  0 for every core
CLI::Option* add_threads(CLI::App& subcommand, std::uint64_t& threads);

/// --scratch FOLDER, for a corpus larger than memory (io/scratch.hpp).
CLI::Option* add_scratch(CLI::App& subcommand, std::string& folder);

/// --max-memory SIZE, which holds from when it is read (io/memory.hpp).
CLI::Option* add_max_memory(CLI::App& subcommand);

/// --chain C of a fit. @param help  what it is for
CLI::Option* add_chain(CLI::App& subcommand, std::optional<std::uint32_t>& chain, const std::string& help);

/// --burn-in N of a fit, for commands that read it.
CLI::Option* add_burn_in(CLI::App& subcommand, std::optional<std::uint64_t>& burn_in);

/// --names FILE with names for the topics of the chain that is shown (store/topic_names.hpp).
CLI::Option* add_names(CLI::App& subcommand, std::string& names);

/// --documents N, drawn at random for a report.
CLI::Option* add_sampled_documents(CLI::App& subcommand, std::optional<std::size_t>& documents);

/// Seeds, sweeps and the like fit the counter of the random streams.
constexpr std::uint64_t largest_whole = 4294967295;

/// Takes decimal whole numbers within bounds, both included, and says so of any other text. For
/// Option::transform: CLI11's own reading takes -1 for 2^64 - 1, what is too large for the largest, and 010
/// for 8.
CLI::Validator whole_number(std::uint64_t least = 0, std::uint64_t most = largest_whole);

/// Lets no option of any subcommand be given an empty value, which CLI11 takes for 0 or for the default, nor
/// the name of an option that follows it.
void refuse_missing_values(CLI::App& app);

/// The subcommands, and the options of one, that have names of today; former ones are in no group.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);
std::vector<const CLI::Option*> shown_options(const CLI::App& command);

/// Takes numbers from the least on, and says so of any other text; NaN is none.
CLI::Validator number_from(double least);

/// Takes numbers from 0 to 1, and says so of any other; NaN is none.
CLI::Validator from_zero_to_one();
/// The same without the ends, and what is above 0 without an upper end.
CLI::Validator between_zero_and_one();
CLI::Validator number_above_zero();

/// A text that names options between backticks, as the command line spells them: `burn-in` becomes --burn-in.
std::string with_dashes(const std::string& text);

}  // namespace themata::cli
