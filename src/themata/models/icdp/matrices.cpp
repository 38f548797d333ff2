#include "themata/simulation/matrices.hpp"

#include <array>
#include <utility>

#include "themata/models/icdp/simulate.hpp"
#include "themata/random/distributions.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::icdp {

namespace {

using simulate::SparseWeights;

struct IbpOptions : simulate::CommonOptions, BuffetOptions {};
struct IcdpOptions : simulate::CommonOptions, BuffetOptions {
  double alpha = 0.5;
};

SparseWeights rows_of(Buffet buffet) { return {std::move(buffet.of), buffet.dishes, {}}; }

SparseWeights draw_ones(const IbpOptions& options, Key key, Pool&) {
  return rows_of(draw_topics_of_documents(options, options.documents, BuffetEntries::alone, key));
}

SparseWeights draw_weights(const IcdpOptions& options, Key key, Pool& pool) {
  SparseWeights drawn =
      rows_of(draw_topics_of_documents(options, options.documents, BuffetEntries::weighted, key));
  drawn.weights.resize(drawn.columns_of.size());
  constexpr std::size_t chunk = 1024;
  pool.for_chunks(drawn.weights.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      Stream stream = simulate::part_stream(key, simulate::Part::weights, d);
      drawn.weights[d].assign(drawn.columns_of[d].size(), options.alpha);
      if (!drawn.weights[d].empty()) draw_dirichlet(stream, drawn.weights[d]);
    }
  });
  return drawn;
}

/// The fields of both matrices. @param others  those after `documents`
template <class Options>
std::vector<FieldOf<Options>> matrix_fields(const std::vector<FieldOf<Options>>& others) {
  return joined<Options>(
      {{simulate::documents_field<Options>("Number of rows")},
       others,
       buffet_fields<Options>(
           {.eta = "Mean number of columns of a row",
            .delta = "Concentration, above minus `sigma`; larger: rows share fewer columns",
            .sigma = "Discount; above 0: a power law of rare columns"}),
       simulate::run_fields<Options>()});
}

const simulate::MatrixSimulation& ibp_simulation() {
  using O = IbpOptions;
  static const simulate::SimulationOf<O, simulate::MatrixSimulation> instance(
      {.name = "ibp", .title = "a matrix alone: the ones of an Indian buffet process"}, matrix_fields<O>({}),
      {.draw = draw_ones, .complete = [](O& options) { check_buffet(options); }});
  return instance;
}

const simulate::MatrixSimulation& icdp_simulation() {
  using O = IcdpOptions;
  static const simulate::SimulationOf<O, simulate::MatrixSimulation> instance(
      {.name = "icdp", .title = "a matrix alone: the weights of an IBP compound Dirichlet process"},
      matrix_fields<O>(
          {simulate::weight_field<O>({"alpha", "Prior weight of each column that a row has"}, &O::alpha)}),
      {.draw = draw_weights, .complete = [](O& options) { check_buffet(options); }});
  return instance;
}

}  // namespace

std::span<const simulate::MatrixSimulation* const> matrix_simulations() {
  static const std::array<const simulate::MatrixSimulation*, 2> all = {&ibp_simulation(), &icdp_simulation()};
  return all;
}

}  // namespace themata::icdp
