#include "themata/run/memory.hpp"

#include <algorithm>

#include "themata/models/mixture_options.hpp"
#include "themata/models/registry.hpp"

namespace themata {

std::uint64_t forecast_memory(const Corpus& corpus, const ModelPlugin& model, const FitOptions& options,
                              std::uint64_t slots) {
  const std::uint64_t topics =
      model.info().fixed_topics && options.has("topics") ? options.whole("topics") : UINT64_MAX;
  const std::uint64_t corpus_map = 4 * corpus.n_tokens() + 8 * corpus.n_documents();
  return std::max(model.bytes(corpus, options, slots), corpus_map + monitored_bytes(corpus, options, topics));
}

std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options) {
  const ModelPlugin& model = model_of(options);
  return forecast_memory(corpus, model, options, model.slots(options));
}

}  // namespace themata
