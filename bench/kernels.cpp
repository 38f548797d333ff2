// Each kernel of LDA and the HDP by itself, in tokens a second, on one simulated corpus: 4,000 documents of 200 tokens,
// 20,000 word types with frequencies as 1 / rank. A sweep runs every kernel of its list, and one of them is timed.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>

#include "themata/hdp/model.hpp"
#include "themata/lda/model.hpp"

namespace themata {
namespace {

constexpr std::uint32_t n_types = 20'000;
constexpr std::size_t n_documents = 4'000;
constexpr std::size_t length = 200;
constexpr int warm_up = 5;

Corpus simulated_corpus() {
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

constexpr int timed_sweeps = 5;

template <class Model>
struct Chain {
  Model model;
  Corpus corpus = simulated_corpus();
  Key key = chain_key(1, 1);
};

/// Runs sweeps and times the kernel of this place in the list.
template <class Model>
void time_kernel(benchmark::State& run, const Chain<Model>& chain, std::size_t timed) {
  Pool pool(static_cast<int>(run.range(0)));
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
}

/// Kernels that every sampler of a model shares; the first sampler's are timed.
using Names = std::set<std::string_view>;

template <class Model>
void register_kernels(const std::string& name, const Model& model, Names& timed_before) {
  const auto chain = std::make_shared<const Chain<Model>>(Chain<Model>{model});
  const auto kernels = model.kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (timed_before.contains(kernels[i].name)) continue;
    if (!kernels[i].name.starts_with("topics,")) timed_before.insert(kernels[i].name);
    const std::string title = fmt::format("{}/{}", name, kernels[i].name);
    benchmark::RegisterBenchmark(title.c_str(),
                                 [chain, i](benchmark::State& run) { time_kernel(run, *chain, i); })
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseManualTime()
        ->Iterations(
            timed_sweeps)  // each a whole sweep: a kernel of a microsecond would otherwise take a million
        ->Unit(benchmark::kMillisecond);
  }
}

struct Timed {
  Names lda, hdp;
};

void register_samplers(const std::string& name, const admixture::SamplerChoice& choice, Timed& timed) {
  lda::Settings lda;
  lda.sampler = choice;
  lda.blocks = 8;
  lda.learn_alpha = lda::LearnAlpha::symmetric;
  lda.learn_beta = true;
  register_kernels(fmt::format("lda K=100, {}", name), lda::Model(lda), timed.lda);
  hdp::Settings hdp;
  hdp.sampler = choice;
  hdp.blocks = 8;
  hdp.learn_alpha = hdp.learn_gamma = true;
  register_kernels(fmt::format("hdp, {}", name), hdp::Model(hdp), timed.hdp);
}

}  // namespace
}  // namespace themata

int main(int argc, char** argv) {
  using themata::admixture::PhiDraw;
  using themata::admixture::Sampler;
  using themata::admixture::TopicScan;
  themata::Timed timed;
  const auto add = [&](const char* name, const themata::admixture::SamplerChoice& choice) {
    themata::register_samplers(name, choice, timed);
  };
  add("block-collapsed", {.sampler = Sampler::block_collapsed});
  const auto given_phi = Sampler::partially_collapsed;
  add("partially-collapsed dense", {.sampler = given_phi});
  add("partially-collapsed sparse", {.sampler = given_phi, .scan = TopicScan::sparse});
  add("partially-collapsed light", {.sampler = given_phi, .scan = TopicScan::light});
  add("Polya urn", {.sampler = given_phi, .scan = TopicScan::sparse, .phi = PhiDraw::polya_urn});
  add("collapsed", {.sampler = Sampler::collapsed});
  add("sparse-collapsed", {.sampler = Sampler::sparse_collapsed});
  add("ad-lda of 2", {.sampler = Sampler::ad_lda});
  add("light-collapsed", {.sampler = Sampler::light_collapsed});
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
