// What the benchmarks of kernels share: a simulated corpus, and the clock around one kernel of a sweep.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// 4,000 documents of 200 tokens, of 20,000 word types with frequencies as 1 / rank.
inline Corpus simulated_corpus() {
  constexpr std::uint32_t n_types = 20'000;
  constexpr std::size_t n_documents = 4'000, length = 200;
  Stream stream(chain_key(1, 1), Purpose::data, 0, 0);
  std::vector<std::uint32_t> tokens(n_documents * length);
  // The inverse of the distribution function of a density 1 / x on [1, n_types).
  std::ranges::generate(tokens, [&] {
    return static_cast<std::uint32_t>(std::pow(static_cast<double>(n_types), stream.uniform())) - 1;
  });
  std::vector<std::uint64_t> offsets(n_documents + 1);
  for (std::size_t d = 0; d <= n_documents; ++d) offsets[d] = d * length;
  return make_corpus(std::move(tokens), std::move(offsets), n_types);
}

template <class Model>
struct Chain {
  Model model;
  Corpus corpus = simulated_corpus();
  Key key = chain_key(1, 1);
};

/// Runs sweeps, the first few of which do not count, and times the kernel of this place in the list.
/// @returns the state at the end
template <class Model>
typename Model::State time_kernel(benchmark::State& run, const Chain<Model>& chain, int threads,
                                  std::size_t timed) {
  constexpr int warm_up = 5;
  Pool pool(threads);
  typename Model::State state = chain.model.init(chain.corpus, chain.key, pool);
  const auto kernels = chain.model.kernels();
  std::uint64_t sweep = 0;
  const auto next = [&] { return Context{chain.corpus, chain.key, ++sweep, pool}; };
  for (int i = 0; i < warm_up; ++i) run_sweep(kernels, state, next());
  for ([[maybe_unused]] auto iteration : run) {
    const Context context = next();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const auto before = std::chrono::steady_clock::now();
      kernels[i].step(state, context);
      if (i == timed)
        run.SetIterationTime(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    }
  }
  run.SetItemsProcessed(run.iterations() * static_cast<std::int64_t>(chain.corpus.n_tokens()));
  return state;
}

}  // namespace themata
