// Each kernel of LDA and the HDP alone, in tokens per second, on a simulated corpus: 4,000 documents of 200
// tokens, 20,000 word types with frequencies proportional to 1 / rank. Each sweep runs all kernels of a
// sampler, and one of them is timed.

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <memory>
#include <set>

#include "themata/models/hdp/model.hpp"
#include "themata/models/lda/model.hpp"
#include "timed_kernel.hpp"

namespace themata {
namespace {

constexpr int timed_sweeps = 5;

/// Kernels that are timed already. A kernel that several samplers share is timed for the first one only.
using Names = std::set<std::string_view>;

template <class Model>
void register_kernels(const std::string& name, const Model& model, Names& timed_before) {
  const auto chain = std::make_shared<const Chain<Model>>(Chain<Model>{model});
  const auto kernels = model.kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (timed_before.contains(kernels[i].name)) continue;
    if (!kernels[i].name.starts_with("topics,")) timed_before.insert(kernels[i].name);
    const std::string title = fmt::format("{}/{}", name, kernels[i].name);
    benchmark::RegisterBenchmark(
        title.c_str(),
        [chain, i](benchmark::State& run) { time_kernel(run, *chain, static_cast<int>(run.range(0)), i); })
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseManualTime()
        // Each iteration is a whole sweep. By default, a fast kernel would get a million of them.
        ->Iterations(timed_sweeps)
        ->Unit(benchmark::kMillisecond);
  }
}

struct Timed {
  Names lda, hdp;
};

void register_samplers(const std::string& name, const sampling::SamplerChoice& choice, Timed& timed) {
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
  using themata::sampling::PhiDraw;
  using themata::sampling::Sampler;
  using themata::sampling::TopicScan;
  themata::Timed timed;
  const auto add = [&](const char* name, const themata::sampling::SamplerChoice& choice) {
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
  add("ad-lda, 2 partitions", {.sampler = Sampler::ad_lda});
  add("light-collapsed", {.sampler = Sampler::light_collapsed});
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
