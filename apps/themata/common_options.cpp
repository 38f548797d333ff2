#include "common_options.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>

#include "themata/io/memory.hpp"

namespace themata::cli {

CLI::Option* add_format(CLI::App& subcommand, std::string& format, const std::vector<std::string>& names) {
  std::string listed;
  for (std::size_t i = 0; i < names.size(); ++i)
    listed += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return subcommand.add_option("--format", format, fmt::format("{} (default: {})", listed, names.front()))
      ->check(CLI::IsMember(names).description(""))
      ->type_name("FORMAT");
}

std::string_view value_name(const OptionValue& kind) {
  if (std::holds_alternative<std::uint64_t>(kind)) return "N";
  if (std::holds_alternative<double>(kind)) return "X";
  if (std::holds_alternative<BetaPrior>(kind)) return "A,B";
  return std::holds_alternative<GammaPrior>(kind) ? "SHAPE,RATE" : "TEXT";
}

CLI::Option* add_threads(CLI::App& subcommand, std::uint64_t& threads) {
  return subcommand
      .add_option("--threads", threads,
                  "Number of threads; the result does not depend on it (default: all cores)")
      ->transform(whole_number(0, 1024))
      ->type_name("T");
}

CLI::Option* add_scratch(CLI::App& subcommand, std::string& folder) {
  return subcommand
      .add_option("--scratch", folder,
                  "Folder of a fast disk for what grows with the tokens, if memory is too small")
      ->type_name("FOLDER");
}

namespace {

/// "8G", "500MB", "200000000": whole bytes, in powers of 1,000 as messages count them; 0 where it is none.
std::uint64_t bytes_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string unit(end, text.data() + text.size());
  if (unit.ends_with('B')) unit.pop_back();
  constexpr std::string_view units = "KMGT";
  const std::size_t thousands = unit.empty() ? 0 : units.find(unit) + 1;
  const bool is_size =
      error == std::errc() && number > 0 && unit.size() < 2 && (unit.empty() || thousands > 0);
  const double bytes = number * std::pow(1000.0, static_cast<double>(thousands));
  return is_size && bytes < 1e18 ? static_cast<std::uint64_t>(bytes) : 0;
}

}  // namespace

CLI::Option* add_max_memory(CLI::App& subcommand) {
  constexpr std::uint64_t least =
      100'000'000;  // what the program and its libraries take themselves, and some
  const CLI::Validator size(
      [](const std::string& text) {
        return bytes_of(text) >= least ? "" : text + " is not a size of memory from 100M, such as 500M or 8G";
      },
      "");
  return subcommand
      .add_option_function<std::string>(
          "--max-memory", [](const std::string& text) { limit_memory(bytes_of(text)); },
          "Most memory to use; what needs more does not begin, or is saved and stopped (500M, 8G)")
      ->check(size)
      ->type_name("SIZE");
}

CLI::Option* add_chain(CLI::App& subcommand, std::optional<std::uint32_t>& chain, const std::string& help) {
  return subcommand
      .add_option("--chain", chain, help + " (default: the one with the best log likelihood of the words)")
      ->transform(whole_number(1))
      ->type_name("C");
}

CLI::Option* add_burn_in(CLI::App& subcommand, std::optional<std::uint64_t>& burn_in) {
  return subcommand
      .add_option("--burn-in", burn_in,
                  "Sweeps of the fit to leave out at the start of each chain (default: as in the fit)")
      ->transform(whole_number())
      ->type_name("N");
}

CLI::Option* add_names(CLI::App& subcommand, std::string& names) {
  return subcommand
      .add_option("--names", names, "File with names of topics: a line each, its number, a tab and its name")
      ->type_name("FILE");
}

CLI::Option* add_sampled_documents(CLI::App& subcommand, std::optional<std::size_t>& documents) {
  return subcommand
      .add_option("--documents", documents,
                  "Documents drawn at random, beside leading ones (default: all if few, else 300)")
      ->transform(whole_number(0, 1'000'000'000))
      ->type_name("N");
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return {[least, most](std::string& text) -> std::string {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
              return fmt::format("{} is not a whole number from {} to {}", text, least, most);
            text = std::to_string(number);
            return {};
          },
          ""};
}

namespace {

/// CLI11 takes an option's name for the value of the one before it.
std::string defect_of_value(const CLI::App& subcommand, const std::string& text) {
  if (text.empty()) return "is empty; leave the option out, or give it a value";
  const bool is_option = text.starts_with("--") && subcommand.get_option_no_throw(text) != nullptr;
  return is_option ? fmt::format("needs a value, not the option {}", text) : "";
}

}  // namespace

void refuse_missing_values(CLI::App& app) {
  for (CLI::App* subcommand : app.get_subcommands(std::function<bool(CLI::App*)>())) {
    const CLI::Validator is_value(
        [subcommand](const std::string& text) { return defect_of_value(*subcommand, text); }, "");
    for (CLI::Option* option : subcommand->get_options())
      if (option->get_items_expected_max() > 0) option->transform(is_value);  // ahead of other checks
  }
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

namespace {

/// Takes the numbers for which `is_right` holds, and says of any other what was expected.
template <class IsRight>
CLI::Validator number_that(const std::string& expected, const IsRight& is_right) {
  return {[expected, is_right](std::string& text) -> std::string {
            double number = 0;
            if (CLI::detail::lexical_cast(text, number) && is_right(number)) return {};
            return fmt::format("{} is not a number {}", text, expected);
          },
          ""};
}

}  // namespace

CLI::Validator number_from(double least) {
  return number_that(fmt::format("from {:g}", least), [least](double x) { return x >= least; });
}

CLI::Validator from_zero_to_one() {
  return number_that("from 0 to 1", [](double x) { return x >= 0 && x <= 1; });
}

CLI::Validator between_zero_and_one() {
  return number_that("above 0 and below 1", [](double x) { return x > 0 && x < 1; });
}

CLI::Validator number_above_zero() {
  return number_that("above 0", [](double x) { return x > 0; });
}

std::string with_dashes(const std::string& text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz", rest = "abcdefghijklmnopqrstuvwxyz-";
  std::string shown;
  std::size_t done = 0;
  for (std::size_t first = text.find('`'); first != std::string::npos; first = text.find('`', first + 1)) {
    const std::size_t last = text.find_first_not_of(rest, first + 1);
    if (last == std::string::npos || text[last] != '`' || letters.find(text[first + 1]) == std::string::npos)
      continue;
    shown += text.substr(done, first - done) + "--" + text.substr(first + 1, last - first - 1);
    first = last;
    done = last + 1;
  }
  return shown + text.substr(done);
}

}  // namespace themata::cli
