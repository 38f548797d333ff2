#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "themata/models/registry.hpp"

namespace themata::cli {

/// What was typed of the options of fits, before their model is known.
struct TypedOptions {
  std::string model;  ///< "" for the first
  GivenOptions given;

  std::string model_name() const {
    return model.empty() ? std::string(all_models().front()->info().name) : model;
  }
  FitOptions fit() const { return options_from(model_name(), given); }
};

/// Adds options of all models, under all their spellings. @param typed  outlives the parsing
/// @param offered  which of them
void add_fit_options(CLI::App& subcommand, TypedOptions& typed,
                     const std::function<bool(const AnyField&)>& offered);

/// The help of an option of fits where no model is named, with the models that have it.
std::string help_for_all(std::string_view option);

/// Adds --model. With --help, a subcommand that has it shows the options of that model, or without it a line
/// per model.
void add_model_option(CLI::App& subcommand, TypedOptions& typed);

}  // namespace themata::cli
