// The time of one token's draw on one thread. Dense draws: by number of topics and vector width, compared
// with an estimate. Sparse scans: by alpha, with the number of topics in a document, K_d. The corpus is that
// of timed_kernel.hpp.
//
// The estimate counts the instructions of a dense draw that need a vector port. For each sixteen topics there
// are a conversion of counts (block-collapsed sampler only), an addition, a multiplication and an addition to
// the sums. Some 34 more are for the totals of the columns, the slot within its column and two changed
// counts. A cycle executes two such instructions with 512-bit vectors, three with shorter ones. `paper_ns` is
// the estimate at the clock rate measured at the start. From memory, a token reads one row of counts or of
// Phi (`row_bytes`), at an address that depends only on its word.

#include <fmt/core.h>
#include <hwy/targets.h>

#include <array>
#include <memory>
#include <string>

#include "support/targets.hpp"
#include "themata/models/lda/model.hpp"
#include "timed_kernel.hpp"

namespace themata {
namespace {

using sampling::BlockScan;
using sampling::Sampler;
using sampling::TopicScan;

constexpr int timed_sweeps = 5;

/// Cycles per nanosecond: in a chain of dependent additions, each takes one cycle.
double measured_clock() {
  constexpr std::int64_t additions = 200'000'000;
  const auto before = std::chrono::steady_clock::now();
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < additions; ++i) {
    sum += i;
    asm volatile("" : "+r"(sum));  // so that the compiler keeps the loop
  }
  const auto taken = std::chrono::steady_clock::now() - before;
  return static_cast<double>(additions) / std::chrono::duration<double, std::nano>(taken).count();
}

struct Width {
  std::int64_t target;
  double lanes, per_cycle;  ///< floats per vector; vector instructions per cycle
};

/// The estimated cycles of one token's draw.
double estimated_cycles(const Width& width, std::size_t topics, double per_group) {
  const double vectors = static_cast<double>(slots_for(topics)) / width.lanes;
  return (vectors * per_group + 34) / width.per_cycle;
}

lda::Settings settings_of(std::size_t topics, double alpha, const sampling::SamplerChoice& choice) {
  lda::Settings settings;
  settings.topics = topics;
  settings.alpha = alpha;
  settings.sampler = choice;
  settings.blocks = choice.sampler == Sampler::block_collapsed ? 8 : 1;
  return settings;
}

/// The index of the kernel that draws topics.
std::size_t index_of_draw(const lda::Model& model) {
  const auto kernels = model.kernels();
  std::size_t index = 0;
  while (!kernels[index].name.starts_with("topics,")) ++index;
  return index;
}

/// The mean number of topics per document.
double document_topics(const lda::State& state, const Corpus& corpus, Pool& pool) {
  return static_cast<double>(sampling::topics_in_use(state.mix)) *
         (1 - sampling::sparsity(state.mix, corpus, pool).document_topic);
}

struct Draw {
  std::string name;
  sampling::SamplerChoice choice;
  double per_group;  ///< vector instructions for sixteen topics; 0 for a sparse scan
};

void register_draw(const Draw& draw, std::size_t topics, double alpha, const Width& width, double clock) {
  const auto chain = std::make_shared<const Chain<lda::Model>>(
      Chain<lda::Model>{lda::Model(settings_of(topics, alpha, draw.choice))});
  const std::string title =
      fmt::format("{}/K={}/alpha={}/{}", draw.name, topics, alpha, hwy::TargetName(width.target));
  const auto run_draw = [=](benchmark::State& run) {
    const testing::ForcedTarget forced(width.target);
    const auto state = time_kernel(run, *chain, 1, index_of_draw(chain->model));
    Pool pool(1);
    run.counters["K_d"] = document_topics(state, chain->corpus, pool);
    if (draw.per_group == 0) return;
    run.counters["paper_ns"] = estimated_cycles(width, topics, draw.per_group) / clock;
    run.counters["row_bytes"] = static_cast<double>(4 * slots_for(topics));
  };
  benchmark::RegisterBenchmark(title.c_str(), run_draw)
      ->UseManualTime()
      ->Iterations(timed_sweeps)
      ->Unit(benchmark::kMillisecond);
}

std::vector<Width> widths() {
  std::vector<Width> all;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (target == HWY_AVX3) all.push_back({target, 16, 2});
    if (target == HWY_AVX2) all.push_back({target, 8, 3});
    if (target == HWY_SSSE3) all.push_back({target, 4, 3});
  }
  return all;
}

void register_all() {
  const double clock = measured_clock();
  benchmark::AddCustomContext("clock", fmt::format("{:.2f} GHz", clock));
  const Draw collapsed{"block-collapsed", {.block_scan = BlockScan::dense}, 4};
  const Draw dense{"dense, given Phi", {.sampler = Sampler::partially_collapsed}, 2};
  for (const Draw& draw : {collapsed, dense})
    for (const Width& width : widths())
      for (const std::size_t topics : {16U, 50U, 100U, 128U, 200U, 500U, 1000U})
        register_draw(draw, topics, 0.1, width, clock);
  const auto given_phi = [](TopicScan scan) {
    return sampling::SamplerChoice{.sampler = Sampler::partially_collapsed, .scan = scan};
  };
  const std::array<Draw, 5> sparse{{{"block-collapsed, by lists", {.block_scan = BlockScan::lists}, 0},
                                    {"sparse, given Phi", given_phi(TopicScan::sparse), 0},
                                    {"doubly sparse, given Phi", given_phi(TopicScan::doubly_sparse), 0},
                                    {"light, given Phi", given_phi(TopicScan::light), 0},
                                    {"sparse-collapsed", {.sampler = Sampler::sparse_collapsed}, 0}}};
  for (const Draw& draw : sparse)
    for (const double alpha : {0.001, 0.01, 0.1, 1.0})
      register_draw(draw, 1000, alpha, widths().front(), clock);
}

}  // namespace
}  // namespace themata

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  themata::register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
