#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/order_problem.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/hyper.hpp"

// A plain copy of the draw of Psi in the order of the sticks, with a place for one mistake each.
namespace themata::testing {

enum class SwapRule { by_ratio, always };

/// What a stick's second parameter is made of: right are the tables behind it and gamma.
enum class StickRule { tables_behind, tables_of_its_own, without_gamma };

struct OrderRecipe {
  SwapRule swap = SwapRule::by_ratio;
  StickRule stick = StickRule::tables_behind;
};

/// Exchanges the tokens of two topics.
inline void exchange_topics(hdp::State& state, const Context& context, std::size_t a, std::size_t b) {
  for (sampling::Topic& k : state.mix.topics)
    if (k == a || k == b) k = static_cast<sampling::Topic>(k == a ? b : a);
  std::swap(state.tables[a], state.tables[b]);
  sampling::recount(state.mix, context.corpus, context.pool);
}

/// Each pair of neighbours before the flag once, by the ratio of the two whole densities.
inline void swap_plainly(hdp::State& state, const Context& context, std::size_t flag, SwapRule rule) {
  Stream stream = context.stream(Purpose::hyper, 1000);
  for (std::size_t k = 0; k + 2 < flag; ++k) {
    std::vector<double> tables(state.tables.begin(),
                               state.tables.begin() + static_cast<std::ptrdiff_t>(flag));
    const double before = log_tables_in_order(tables, state.gamma);
    std::swap(tables[k], tables[k + 1]);
    const double ratio = std::exp(log_tables_in_order(tables, state.gamma) - before);
    if (rule == SwapRule::always || stream.uniform() < ratio) exchange_topics(state, context, k, k + 1);
  }
}

/// @param flag  K*, not above the number of slots
inline void draw_psi_in_order_plainly(hdp::State& state, const Context& context, std::size_t flag,
                                      const OrderRecipe& recipe) {
  swap_plainly(state, context, flag, recipe.swap);
  Stream stream = context.stream(Purpose::hyper, 1001);
  double rest = 1;
  for (std::size_t k = 0; k < flag; ++k) {
    double behind = recipe.stick == StickRule::without_gamma ? 1e-9 : state.gamma;
    if (recipe.stick == StickRule::tables_of_its_own) behind += state.tables[k];
    if (recipe.stick != StickRule::tables_of_its_own)
      for (std::size_t j = k + 1; j < flag; ++j) behind += state.tables[j];
    const double stick = k + 1 == flag ? 1 : std::exp(draw_log_beta(stream, 1 + state.tables[k], behind));
    state.psi[k] = rest * stick;
    rest -= state.psi[k];
  }
  for (std::size_t k = 0; k < state.psi.size(); ++k) {
    if (k >= flag) state.psi[k] = 0;
    state.mix.prior[k] = state.alpha * state.psi[k];
  }
}

}  // namespace themata::testing
