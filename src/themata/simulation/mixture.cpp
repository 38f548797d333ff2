#include "themata/simulation/mixture.hpp"

#include <fmt/core.h>

#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

void require_table(std::size_t topics, std::uint64_t n_types) {
  require_memory(topics * slots_for(n_types) * sizeof(AliasCell),
                 fmt::format("a table of {} topics and {} word types", topics, n_types),
                 "fewer topics or word types need less");
}

Mixture with_weights(std::vector<double> weights, double concentration, std::uint64_t n_types) {
  require_table(weights.size(), n_types);
  Mixture mixture;
  mixture.concentration = concentration;
  mixture.n_types = static_cast<std::uint32_t>(n_types);
  mixture.words = Matrix<AliasCell>(weights.size(), slots_for(n_types));
  mixture.weights = std::move(weights);
  return mixture;
}

void draw_rows(Mixture& mixture, double beta, Key key, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    Stream stream = part_stream(key, Part::words, k);
    std::vector<double> phi(mixture.n_types, mixture.of_topics.empty() ? beta : 0);
    if (!mixture.of_topics.empty())
      for (const std::uint32_t v : mixture.of_topics[k]) phi[v] = beta;
    draw_dirichlet(stream, phi);
    build_alias(phi, mixture.row(k));
  });
}

}  // namespace themata::simulate
