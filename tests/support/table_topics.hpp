#pragma once

#include <cstdint>

#include "support/hdp_problem.hpp"
#include "themata/models/hdp/table_moves.hpp"
#include "themata/models/hdp/weights.hpp"
#include "themata/seating/grouped_dishes.hpp"

namespace themata::testing {

/// Seats, then topics of tables in groups, then Psi: no other draw of z.
struct TableTopics {
  std::size_t n_groups = 1;
  std::size_t most_kept = seating::GroupTopics::most_kept;
  double concentration_factor = 1;  ///< 1, or a mistake

  Kernels<hdp::State> kernels() const {
    return {{"tables",
             [draw = *this](hdp::State& state, const Context& context) {
               seating::Tables tables = hdp::draw_seats(state, context);
               seating::draw_dishes_in_groups(state.mix, tables,
                                              {state.gamma * draw.concentration_factor, sampling::max_topics,
                                               draw.n_groups, draw.most_kept},
                                              context);
               state.tables.assign(tables.of_topic.begin(), tables.of_topic.end());
             }},
            {"Psi", [](hdp::State& state, const Context& context) { hdp::draw_psi(state, context, 100); }}};
  }
};

}  // namespace themata::testing
