#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "themata/chain/pool.hpp"
#include "themata/store/fit_folder.hpp"
#include "word_choice.hpp"

namespace themata::cli {

/// What `themata evaluate` is asked to say of topics.
struct QualityTable {
  WordChoice words;
  std::string coherence = "npmi", reference, window, counts = "exact", format = "table";
};

/// Declares the options of the table, --format among them.
void add_quality_options(CLI::App& subcommand, QualityTable& table);

/// Prints the table of a fit's topics: coherence, exclusivity, diversity.
void print_quality(const ShownFit& fit, const QualityTable& table, Pool& pool);

}  // namespace themata::cli
