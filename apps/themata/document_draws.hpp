#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "themata/inference/gibbs.hpp"

namespace themata::cli {

/// Inputs of the subcommands that draw the topics of new documents, draw by draw of a fit.
struct DocumentDraws {
  std::optional<std::uint32_t>& chain;
  std::optional<std::uint64_t>& burn_in;
  GibbsLength& length;
  std::uint64_t &threads, &seed;
};

/// --chain, --burn-in, --sweeps, --skip, --threads, --seed.
/// @param but  when there are no sweeps, as in "not with mode; "
void add_document_draws(CLI::App& subcommand, const DocumentDraws& draws, const std::string& but = "");

/// Warns where documents to score are the fit's own.
/// @param seen  how many of all (predict/seen_documents.hpp)
void warn_of_seen(std::size_t seen, std::size_t all);

}  // namespace themata::cli
