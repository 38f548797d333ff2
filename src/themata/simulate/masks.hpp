#pragma once

#include <vector>

#include "themata/icdp/ibp.hpp"
#include "themata/simulate/mixture.hpp"

namespace themata::simulate {

/// A mixture of lida, ftm or sstm: masks from buffets (icdp/ibp.hpp), then Phi. The words of topics are drawn anew until every
/// topic has one, the topics staying: the model that is fitted asks for a word of topics with tokens alone, and has its topics drawn
/// anew as well, which is another law where topics have few words. `weights` are the mean of documents that use their topics alike.
/// @throws UsageError where there would be more topics than a corpus can have, or topics stay without a word
Mixture draw_masked(const SimulateOptions& options, Key key, Pool& pool);

/// Weights of rows: each a Dirichlet over the columns that it has by an IBP; or the ones of the IBP alone.
struct SparseWeights {
  icdp::Buffet columns;
  std::vector<std::vector<double>> weights;  ///< of each row's columns, of sum 1; none of an ibp
};
/// @throws UsageError where more columns are to be expected than a corpus can have topics
SparseWeights draw_weights(const SimulateOptions& options, Key key, Pool& pool);

}  // namespace themata::simulate
