#include "themata/simulation/matrices.hpp"

#include <array>
#include <utility>

#include "themata/models/icdp/simulate.hpp"
#include "themata/random/distributions.hpp"
#include "themata/simulation/address.hpp"

namespace themata::icdp {

namespace {

using simulate::OptionUse;
using simulate::preset;
using simulate::required;
using simulate::SparseWeights;

SparseWeights rows_of(Buffet buffet) { return {std::move(buffet.of), buffet.dishes, {}}; }

SparseWeights draw_ones(const SimulateOptions& options, Key key, Pool&) {
  return rows_of(draw_topics_of_documents(options, BuffetEntries::alone, key));
}

SparseWeights draw_weights(const SimulateOptions& options, Key key, Pool& pool) {
  SparseWeights drawn = rows_of(draw_topics_of_documents(options, BuffetEntries::weighted, key));
  drawn.weights.resize(drawn.columns_of.size());
  constexpr std::size_t chunk = 1024;
  pool.for_chunks(drawn.weights.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      Stream stream = simulate::part_stream(key, simulate::Part::weights, d);
      drawn.weights[d].assign(drawn.columns_of[d].size(), *options.alpha);
      if (!drawn.weights[d].empty()) draw_dirichlet(stream, drawn.weights[d]);
    }
  });
  return drawn;
}

/// The option uses of both matrices, and additional ones.
std::vector<OptionUse> uses_of_buffet(std::vector<OptionUse> more) {
  using O = SimulateOptions;
  more.insert(more.end(),
              {required(&O::documents, "rows of the matrix"), preset(&O::eta, 10), preset(&O::delta, 1),
               preset(&O::sigma, 0), preset(&O::seed, 1), preset(&O::threads, 0)});
  return more;
}

}  // namespace

std::span<const simulate::MatrixSimulation> matrix_simulations() {
  using O = SimulateOptions;
  static const std::array<simulate::MatrixSimulation, 2> all = {
      {{{"ibp", uses_of_buffet({}), check_buffet}, draw_ones},
       {{"icdp",
         uses_of_buffet({preset(&O::alpha, 0.5, "prior weight of each topic that a document may use")}),
         check_buffet},
        draw_weights}}};
  return all;
}

}  // namespace themata::icdp
