#include "themata/run/memory.hpp"

#include <algorithm>

#include "themata/chain/pool.hpp"
#include "themata/io/memory.hpp"
#include "themata/io/scratch.hpp"
#include "themata/models/mixture_options.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

/// Bytes of a corpus on the disk that are read as memory, by all chains.
std::uint64_t map_of(const Corpus& corpus) {
  return 4 * (Scratch::in_use() ? 0 : corpus.n_tokens()) + 8 * corpus.n_documents();
}

}  // namespace

std::uint64_t forecast_memory(const Corpus& corpus, const ModelPlugin& model, const FitOptions& options,
                              std::uint64_t slots) {
  const std::uint64_t topics =
      model.info().fixed_topics && options.has("topics") ? options.whole("topics") : UINT64_MAX;
  return std::max(model.bytes(corpus, options, slots),
                  map_of(corpus) + monitored_bytes(corpus, options, topics));
}

std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options, std::uint64_t chains,
                              TopicsThen when) {
  const ModelPlugin& model = model_of(options);
  const std::uint64_t slots =
      when == TopicsThen::at_start ? model.slots_at_start(corpus, options) : model.slots(corpus, options);
  const std::uint64_t one = forecast_memory(corpus, model, options, slots);
  return one + (chains - 1) * (one - std::min(one, map_of(corpus)));
}

std::uint64_t chains_at_once(const Corpus& corpus, const FitOptions& options) {
  const auto threads = static_cast<std::uint64_t>(threads_for(options.threads));
  std::uint64_t chains = std::min(options.chains, threads);
  if (runs_until_settled(options)) return chains;
  const std::uint64_t available = available_memory();
  while (chains > 1 && available > 0 && forecast_memory(corpus, options, chains) > available) --chains;
  return chains;
}

std::uint64_t chains_held(const Corpus& corpus, const FitOptions& options) {
  return runs_until_settled(options) ? options.chains : chains_at_once(corpus, options);
}

}  // namespace themata
