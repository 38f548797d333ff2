#pragma once

#include <CLI/CLI.hpp>

#include "themata/fit/options.hpp"

namespace themata::cli {

/// Declares one of a fit's options, kept in `options`, which must live as long as `app`.
void add_fit_field(CLI::App& app, FitOptions& options, const FitField& field);

/// The sampler that --z and --phi imply, where --sampler was not given. Call when `verb` has been parsed.
void complete_sampler(FitOptions& options, const CLI::App& verb);

}  // namespace themata::cli
