#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "mpi/mpi_ranks.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/npy.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/store/manifest.hpp"

// A chain of LDA as one of the ranks of an MPI program: peak memory of each rank (VmHWM, in MiB) at the
// start, when the state is made, and at the end, seconds per sweep, and a hash of what the chain comes to.
// usage: mpiexec -n RANKS rank_memory CORPUS TOPICS BLOCKS SWEEPS dense|lists [documents|tokens]
namespace {

using namespace themata;

struct Plan {
  std::string corpus;
  lda::Settings settings;
  std::uint64_t sweeps = 0;
};

std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) / 1024;
  return 0;
}

/// This rank's documents. Others are mapped from the disk, and never touched.
Corpus read_documents_of(const Plan& plan, const Communicator& ranks, sampling::Share& share) {
  const Place folder(plan.corpus);
  const auto tokens = map_npy<std::uint32_t>(folder / "tokens.npy");
  const auto offsets = map_npy<std::uint64_t>(folder / "offsets.npy");
  const auto types = read_manifest(folder)["types"].get<std::uint32_t>();
  const Corpus all(tokens.values, offsets.values, types, nullptr);
  share = sampling::share_of(all, plan.settings.blocks, ranks);
  return sampling::documents_of(all, share);
}

int run(Plan plan, const Communicator& ranks) {
  const Corpus corpus = read_documents_of(plan, ranks, plan.settings.share);
  const std::uint64_t before = peak_memory();
  const lda::Model model(plan.settings);
  Pool pool(1);
  const Key key = chain_key(1, 1);
  lda::State state = model.init(corpus, key, pool);
  const std::uint64_t at_start = peak_memory();
  const auto kernels = model.kernels();
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t sweep = 1; sweep <= plan.sweeps; ++sweep)
    run_sweep(kernels, state, Context{corpus, key, sweep, pool});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const std::uint64_t mine[] = {before, at_start, peak_memory()};
  const auto all = ranks.gather(std::span<const std::uint64_t>(mine));
  Checksum hash;
  hash.add(std::span<const sampling::Topic>(state.mix.topics).subspan(0, ranks.rank() == 0 ? 1000 : 0));
  hash.add(std::span<const double>(state.alpha));
  if (ranks.rank() > 0) return 0;
  for (std::size_t i = 0; i < all.size(); i += 3)
    fmt::print("rank {}: documents {}, start {}, end {}\n", i / 3, all[i], all[i + 1], all[i + 2]);
  fmt::print("seconds per sweep {:.2f}, hash {}\n", seconds.count() / static_cast<double>(plan.sweeps),
             hash.text());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    fmt::print(stderr, "usage: rank_memory CORPUS TOPICS BLOCKS SWEEPS dense|lists [documents|tokens]\n");
    return 2;
  }
  Plan plan{.corpus = argv[1]};
  plan.settings.topics = std::strtoull(argv[2], nullptr, 10);
  plan.settings.blocks = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
  plan.sweeps = std::strtoull(argv[4], nullptr, 10);
  plan.settings.learn_alpha = lda::LearnAlpha::symmetric;
  plan.settings.sampler.block_scan =
      std::string(argv[5]) == "lists" ? sampling::BlockScan::lists : sampling::BlockScan::dense;
  const bool is_by_tokens = argc > 6 && std::string(argv[6]) == "tokens";
  plan.settings.start = is_by_tokens ? sampling::Start::tokens : sampling::Start::documents;
  return run_mpi_rank(&argc, &argv, [&](const Communicator& ranks) { return run(plan, ranks); });
}
