#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace themata::cli {

/// Options that mean the same in every verb that has them.

/// --format NAME, in which the outcome is printed. @param names  the default first
CLI::Option* add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& names);

/// --threads T, on which no result depends. @param threads  0 for every core
CLI::Option* add_threads(CLI::App& verb, std::uint64_t& threads);

/// Takes numbers from 0 to 1, and says so of any other; NaN is none.
CLI::Validator from_zero_to_one();

}  // namespace themata::cli
