#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/models/model.hpp"

namespace themata {

/// Every model, in the order that help lists them.
std::span<const ModelPlugin* const> all_models();

/// The model of a consensus of chains, which is read and never fitted, and the state of its draws
/// (models/lda/consensus.hpp).
const ModelPlugin& consensus_model();
std::unique_ptr<ModelDraw> consensus_draw(std::vector<double> alpha, double beta);

/// @throws UsageError where there is no model of that name, naming those there are
const ModelPlugin& find_model(std::string_view name);
const ModelPlugin& model_of(const FitOptions& options);

/// An option that fits have, whatever it means for a model.
struct AnyField {
  std::string_view name;
  OptionValue kind;  ///< a value of the kind that it holds
  bool axis = false, single_fit = false, chooses_sampler = false;
  std::vector<const ModelPlugin*> models = {};  ///< that have it; none for an option of every fit
};

/// Every option that a person may give, each once: those of models in their order, then those of every fit.
const std::vector<AnyField>& all_fields();

/// The models that have an option, as "lda, hdp or dmm"; "" where none has.
std::string models_with(std::string_view option);
/// The models that have a trait, in the same form.
std::string models_where(const std::function<bool(const ModelInfo&)>& has_trait);

/// The options of a fit that asks for nothing but a model. @throws UsageError
FitOptions default_options(std::string_view model);
/// Sets an option as a person gives it.
/// @param asked  its name, or a former one
/// @throws UsageError, also for an option that the model does not have
void give(FitOptions& options, std::string_view asked, const std::string& text);
/// The default options with what a person gave. @throws UsageError, also for an option that the model does
/// not have
FitOptions options_from(std::string_view model, const GivenOptions& given);
/// What a manifest holds, with defaults. @throws InputError naming `file`
FitOptions options_from_json(const nlohmann::json& json, const std::string& file);

/// The options with a sampler and numbers where they were left to the program.
FitOptions with_defaults(FitOptions options);

/// @throws UsageError naming the option and its range, or the combination that makes no sense
void check_options(const FitOptions& asked);
/// The same for a new fit, whose first topics and monitored sweeps are still to come.
void check_new_options(const FitOptions& asked);

}  // namespace themata
