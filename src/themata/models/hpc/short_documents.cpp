#include "themata/models/hpc/short_documents.hpp"

#include <algorithm>
#include <numeric>

namespace themata::hpc {

SizedState draw_short(const Model& model, const Corpus& shape, TokenLimits limits, Stream& stream,
                      Pool& pool) {
  for (;;) {
    SizedState drawn{model.sample_prior(shape, stream, pool), {}};
    drawn.sizes = model.draw_sizes(drawn.state, stream);
    if (*std::ranges::max_element(drawn.sizes) <= limits.most &&
        std::accumulate(drawn.sizes.begin(), drawn.sizes.end(), std::uint64_t{0}) >= limits.least)
      return drawn;
  }
}

State ShortDocuments::init(const State& truth, const Corpus& corpus, Key key, Pool& pool) const {
  Settings settings = model_.settings();
  settings.labels = truth.labels;
  settings.lengths = truth.lengths;
  return Model(std::move(settings)).init(corpus, key, pool);
}

}  // namespace themata::hpc
