#include <algorithm>

#include "themata/admixture/layout.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/fit/fit.hpp"

namespace themata {

std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options) {
  const std::uint64_t tokens = corpus.n_tokens();
  const std::uint64_t documents = corpus.n_documents();
  // The HDP starts with its topics and the sticks of those yet unborn (37 a unit of gamma), and grows with the data.
  const std::uint64_t sticks =
      options.model == "hdp" ? static_cast<std::uint64_t>(40 * options.gamma) + 100 : 0;
  const std::uint64_t lanes = options.weights == "gem"
                                  ? lanes_for(resolved(options).max_topics)
                                  : lanes_for(options.topics + std::min<std::uint64_t>(sticks, 60000));
  const std::uint64_t blocks = options.blocks > 0 ? options.blocks : admixture::default_blocks(corpus);
  const std::uint64_t matrices = options.sampler != "partially-collapsed" ? 1 : options.z == "sparse" ? 3 : 2;
  const std::uint64_t remembered = documents * lanes <= 2 * tokens + 4096 ? 4 * documents * lanes : 0;
  const std::uint64_t corpus_map = 4 * tokens + 8 * documents;
  const std::uint64_t layout = 6 * tokens + 4 * documents * (blocks + 1);
  const std::uint64_t saving = 6 * tokens;  // a draw in the corpus's order and its image on the way to disk
  return corpus_map + layout + saving + remembered + matrices * 4 * corpus.n_types() * lanes;
}

}  // namespace themata
