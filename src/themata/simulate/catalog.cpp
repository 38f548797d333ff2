#include "themata/simulate/catalog.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/simulate/similar_topics.hpp"
#include "themata/simulate/zipf.hpp"

namespace themata::simulate {

namespace {

std::string_view name_of(const Simulation* simulation) { return simulation->options.name; }

std::vector<const Simulation*> list_models() {
  std::vector<const Simulation*> all;
  for (const ModelPlugin* model : all_models()) {
    const Simulation* one = model->simulation();
    if (one == nullptr) continue;
    const auto before = std::ranges::find(all, one->listed_after, name_of);
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
      for (const MatrixSimulation& one : model->matrices()) found.push_back(&one);
    return found;
  }();
  return all;
}

}  // namespace

std::span<const Simulation* const> corpus_simulations() {
  static const std::vector<const Simulation*> all = list_corpora();
  return all;
}

std::vector<std::string_view> simulated_models() {
  std::vector<std::string_view> names;
  std::ranges::transform(list_models(), std::back_inserter(names), name_of);
  return names;
}

const Simulation* find_corpus_simulation(std::string_view name) {
  const auto found = std::ranges::find(corpus_simulations(), name, name_of);
  return found == corpus_simulations().end() ? nullptr : *found;
}

const MatrixSimulation* find_matrix_simulation(std::string_view name) {
  const auto found = std::ranges::find(matrix_simulations(), name,
                                       [](const MatrixSimulation* one) { return one->options.name; });
  return found == matrix_simulations().end() ? nullptr : *found;
}

std::vector<const Simulated*> all_simulated() {
  std::vector<const Simulated*> all;
  for (const Simulation* one : corpus_simulations()) all.push_back(&one->options);
  for (const MatrixSimulation* one : matrix_simulations()) all.push_back(&one->options);
  return all;
}

const Simulated& find_simulated(const std::string& name) {
  if (const Simulation* corpus = find_corpus_simulation(name)) return corpus->options;
  if (const MatrixSimulation* matrix = find_matrix_simulation(name)) return matrix->options;
  std::vector<std::string_view> corpora, matrices;
  std::ranges::transform(corpus_simulations(), std::back_inserter(corpora), name_of);
  for (const MatrixSimulation* one : matrix_simulations()) matrices.push_back(one->options.name);
  throw UsageError(fmt::format("'{}': no such model to simulate; there are {}, and of matrices {}", name,
                               fmt::join(corpora, ", "), fmt::join(matrices, ", ")));
}

Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool) {
  Mixture mixture = find_corpus_simulation(options.model)->draw(options, key, pool);
  mixture.topics.resize(mixture.n_topics());
  build_alias(mixture.weights, mixture.topics);
  return mixture;
}

}  // namespace themata::simulate
