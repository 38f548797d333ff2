#include "common_options.hpp"

#include <fmt/format.h>

namespace themata::cli {

CLI::Option* add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& names) {
  std::string listed;
  for (std::size_t i = 0; i < names.size(); ++i)
    listed += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return verb.add_option("--format", format, fmt::format("{} (default: {})", listed, names.front()))
      ->check(CLI::IsMember(names).description(""))
      ->type_name("FORMAT");
}

CLI::Option* add_threads(CLI::App& verb, std::uint64_t& threads) {
  return verb
      .add_option("--threads", threads,
                  "Threads; not one bit of the result depends on them (default: every core)")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("T");
}

CLI::Validator from_zero_to_one() {
  return {[](std::string& text) -> std::string {
            double number = 0;
            if (CLI::detail::lexical_cast(text, number) && number >= 0 && number <= 1) return {};
            return fmt::format("{} is no number from 0 to 1", text);
          },
          ""};
}

}  // namespace themata::cli
