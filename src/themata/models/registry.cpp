#include "themata/models/registry.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/models/dmm/plugin.hpp"
#include "themata/models/dmr/plugin.hpp"
#include "themata/models/franchise/plugin.hpp"
#include "themata/models/hdp/plugin.hpp"
#include "themata/models/hpc/plugin.hpp"
#include "themata/models/icdp/plugin.hpp"
#include "themata/models/lda/consensus.hpp"
#include "themata/models/lda/plugin.hpp"
#include "themata/models/unused_options.hpp"

namespace themata {

namespace {

bool is_of_every_fit(std::string_view name) {
  const auto fields = run_fields().fields();
  return std::ranges::find(fields, name, &Field::name) != fields.end();
}

}  // namespace

std::span<const ModelPlugin* const> all_models() {
  static const std::array<const ModelPlugin*, 12> models = {
      &lda::plugin(),       &hdp::plugin(),      &franchise::plugin(),   &lda::labeled_plugin(),
      &icdp::lida_plugin(), &icdp::ftm_plugin(), &icdp::sstm_plugin(),   &hpc::plugin(),
      &hpc::pcm_plugin(),   &dmm::plugin(),      &dmm::process_plugin(), &dmr::plugin()};
  return models;
}

namespace {

/// "lda, hdp or dmm".
std::string models_text(std::span<const ModelPlugin* const> models) {
  std::string text;
  for (std::size_t i = 0; i < models.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 < models.size() ? ", " : " or ", models[i]->info().name);
  return text;
}

std::vector<AnyField> collect_fields() {
  std::vector<AnyField> all;
  for (const ModelPlugin* model : all_models()) {
    const FitOptions options = model->default_options();
    for (const Field* field : options.fields()) {
      if (field->from_corpus || is_of_every_fit(field->name)) continue;
      auto place = std::ranges::find(all, field->name, &AnyField::name);
      if (place == all.end()) place = all.insert(all.end(), {field->name, options.get(field->name)});
      place->models.push_back(model);
      place->axis |= field->axis;
      place->single_fit |= field->single_fit;
      place->chooses_sampler |= field->chooses_sampler;
    }
  }
  // Of what help lists under one heading: hyperparameters, then how they are learned, then their priors.
  std::ranges::stable_sort(all, {}, [](const AnyField& field) {
    return std::holds_alternative<GammaPrior>(field.kind) ? 2 : field.axis ? 0 : 1;
  });
  for (std::size_t i = 0; i < run_fields().fields().size(); ++i) {
    const Field& field = run_fields().fields()[i];
    all.push_back(
        {.name = field.name, .kind = run_fields().get(run_defaults(), i), .single_fit = field.single_fit});
  }
  return all;
}

}  // namespace

const ModelPlugin& consensus_model() { return lda::consensus_plugin(); }

std::unique_ptr<ModelDraw> consensus_draw(std::vector<double> alpha, double beta) {
  return lda::consensus_draw(std::move(alpha), beta);
}

const ModelPlugin& find_model(std::string_view name) {
  if (name == consensus_model().info().name) return consensus_model();
  std::string names;
  for (const ModelPlugin* model : all_models()) {
    if (model->info().name == name) return *model;
    names += fmt::format("{}{}", names.empty() ? "" : ", or ", model->info().name);
  }
  throw UsageError(OptionFault{"model", fmt::format("'{}'", name), names});
}

const ModelPlugin& model_of(const FitOptions& options) { return find_model(options.model()); }

const std::vector<AnyField>& all_fields() {
  static const std::vector<AnyField> fields = collect_fields();
  return fields;
}

std::string models_with(std::string_view option) {
  const std::vector<AnyField>& all = all_fields();
  const auto found = std::ranges::find(all, option, &AnyField::name);
  return found == all.end() ? "" : models_text(found->models);
}

std::string models_where(const std::function<bool(const ModelInfo&)>& has_trait) {
  std::vector<const ModelPlugin*> models;
  for (const ModelPlugin* model : all_models())
    if (has_trait(model->info())) models.push_back(model);
  return models_text(models);
}

FitOptions default_options(std::string_view model) { return find_model(model).default_options(); }

void give(FitOptions& options, std::string_view asked, const std::string& text) {
  const std::string_view name = current_name(asked);
  const std::string models = models_with(name);
  if (options.has(name) && !options.takes(name))
    throw UsageError(fmt::format("`{}` does not apply to `model` {}, whose topics follow from the labels",
                                 name, options.model()),
                     {std::string(name), text, "no value: it follows from the labels"});
  if (!options.has(name) && !models.empty())
    throw UsageError(
        fmt::format("`{}` does not apply to `model` {}; it belongs to {}", name, options.model(), models),
        {std::string(name), text, fmt::format("no value for model {}", options.model())});
  options.read(name, text);  // refuses what is no option at all
  options.mark_given(name);
}

FitOptions options_from(std::string_view model, const GivenOptions& given) {
  FitOptions options = default_options(model);
  for (const auto& [name, text] : given) give(options, name, text);
  return options;
}

FitOptions options_from_json(const nlohmann::json& json, const std::string& file) {
  if (!json.is_object()) throw InputError(file, 0, "is damaged: its options are not a JSON object");
  const auto model = json.find("model");
  if (model == json.end() || !model->is_string())
    throw InputError(file, 0, "is damaged: its options name no model");
  try {
    FitOptions options = default_options(model->get<std::string>());
    read_json(options, json, file);
    model_of(options).complete(options);
    return options;
  } catch (const UsageError& error) {  // of no option that was asked for now
    throw InputError(file, 0, error.what());
  }
}

FitOptions with_defaults(FitOptions options) {
  model_of(options).complete(options);
  static_cast<RunOptions&>(options) = with_defaults(static_cast<const RunOptions&>(options));
  if (options.chains == automatic) options.chains = model_of(options).info().grows ? 2 : 1;
  return options;
}

void check_options(const FitOptions& asked) {
  asked.check_values();
  FitOptions options = asked;
  model_of(options).complete(options);
  refuse_unused(options);
  model_of(options).check_options(options);
  check_run(options);
}

namespace {

/// Refuses options that a start from given topics leaves without a meaning.
void check_start_options(const FitOptions& options) {
  const bool grows = model_of(options).info().grows;
  for (const std::string_view name : {"topics", "start", "restarts", "seeds", "alpha-weights"}) {
    if (!options.has(name) || (name == "topics" && !grows)) continue;
    if (options.get(name) != options.otherwise(name))
      throw UsageError(
          fmt::format("`start-from` and `{}` cannot be combined: the first topics and their numbers come "
                      "from `start-from`",
                      name));
  }
}

}  // namespace

void check_new_options(const FitOptions& asked) {
  check_options(asked);
  check_new_run(asked);
  if (asked.has("start-from")) {
    if (!asked.text("start-from").empty())
      check_start_options(asked);
    else if (asked.whole("start-chain") > 0)
      throw UsageError("`start-chain` needs `start-from`, the fit whose chain it is");
  }
  const FitOptions options = with_defaults(asked);
  if (!options.has("topics") || !options.has("max-topics")) return;
  const std::uint64_t topics = options.whole("topics"), most = options.whole("max-topics");
  if (topics != automatic && topics > most)
    throw UsageError(OptionFault{"topics", std::to_string(topics),
                                 fmt::format("at most {}, the value of `max-topics`", most)});
}

}  // namespace themata
