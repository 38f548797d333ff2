#pragma once

#include <CLI/CLI.hpp>

#include "themata/models/options.hpp"

namespace themata::cli {

/// Declares one of a fit's options, kept in `options`, which must live as long as `app`.
void add_fit_field(CLI::App& app, FitOptions& options, const FitField& field);

}  // namespace themata::cli
