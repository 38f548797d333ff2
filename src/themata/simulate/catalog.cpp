#include "themata/simulate/catalog.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/models/registry.hpp"
#include "themata/simulate/similar_topics.hpp"
#include "themata/simulate/zipf.hpp"

namespace themata::simulate {

namespace {

std::string_view name_of(const Simulation* simulation) { return simulation->info().name; }

std::vector<const Simulation*> list_models() {
  std::vector<const Simulation*> all;
  for (const ModelPlugin* model : all_models()) {
    const Simulation* one = model->simulation();
    if (one == nullptr) continue;
    const auto before = std::ranges::find(all, one->info().listed_after, name_of);
    all.insert(before == all.end() ? before : before + 1, one);
  }
  return all;
}

std::vector<const Simulation*> list_corpora() {
  std::vector<const Simulation*> all = list_models();
  all.insert(all.end(), {&zipf_simulation(), &similar_topics_simulation()});
  return all;
}

const std::vector<const MatrixSimulation*>& matrix_simulations() {
  static const std::vector<const MatrixSimulation*> all = [] {
    std::vector<const MatrixSimulation*> found;
    for (const ModelPlugin* model : all_models())
      found.insert(found.end(), model->matrices().begin(), model->matrices().end());
    return found;
  }();
  return all;
}

std::vector<SharedField> collect_fields() {
  std::vector<SharedField> all;
  for (const Simulated* one : all_simulated()) {
    const std::unique_ptr<AnyOptions> options = one->default_options();
    for (std::size_t i = 0; i < options->fields().size(); ++i) {
      const Field& field = options->fields()[i];
      auto place = std::ranges::find(all, field.name, &SharedField::name);
      if (place == all.end())
        place = all.insert(all.end(), {field.name, field.group, options->get(i), field.least, field.most});
      place->least = std::min(place->least, field.least);
      place->most = std::max(place->most, field.most);
      place->simulations.push_back(one);
    }
  }
  std::ranges::stable_sort(all, {}, &SharedField::group);
  return all;
}

/// "a, b or c"
std::string one_of(std::vector<std::string_view> names) {
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : fmt::format("{} or {}", listed(names, ", "), last);
}

}  // namespace

std::span<const Simulation* const> corpus_simulations() {
  static const std::vector<const Simulation*> all = list_corpora();
  return all;
}

const Simulation* find_corpus_simulation(std::string_view name) {
  const auto found = std::ranges::find(corpus_simulations(), name, name_of);
  return found == corpus_simulations().end() ? nullptr : *found;
}

const MatrixSimulation* find_matrix_simulation(std::string_view name) {
  const auto found = std::ranges::find(matrix_simulations(), name,
                                       [](const MatrixSimulation* one) { return one->info().name; });
  return found == matrix_simulations().end() ? nullptr : *found;
}

std::vector<const Simulated*> all_simulated() {
  std::vector<const Simulated*> all(corpus_simulations().begin(), corpus_simulations().end());
  all.insert(all.end(), matrix_simulations().begin(), matrix_simulations().end());
  return all;
}

const Simulated& find_simulated(std::string_view name) {
  if (const Simulation* corpus = find_corpus_simulation(name)) return *corpus;
  if (const MatrixSimulation* matrix = find_matrix_simulation(name)) return *matrix;
  std::vector<std::string_view> names;
  for (const Simulated* one : all_simulated()) names.push_back(one->info().name);
  throw UsageError(fmt::format("'{}' cannot be simulated; expected {}", name, one_of(names)));
}

const std::vector<SharedField>& all_simulated_fields() {
  static const std::vector<SharedField> all = collect_fields();
  return all;
}

std::string simulations_with(std::string_view option) {
  const std::vector<SharedField>& all = all_simulated_fields();
  const auto found = std::ranges::find(all, option, &SharedField::name);
  if (found == all.end()) return "";
  std::vector<std::string_view> names;
  for (const Simulated* one : found->simulations) names.push_back(one->info().name);
  return one_of(names);
}

}  // namespace themata::simulate
