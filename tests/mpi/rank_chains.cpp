#include "support/rank_chains.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "mpi/mpi_ranks.hpp"
#include "support/hpc_rank_chains.hpp"

// Runs chains as one of the ranks of an MPI program. The first rank prints a line for each, with its hash.
// usage: rank_chains THREADS MOST_BYTES [FAILING_RANK]
namespace {

using namespace themata;
using namespace themata::testing;

std::string hash(const Reached& reached) {
  Checksum checksum;
  checksum.add(std::span<const sampling::Topic>(reached.topics));
  checksum.add(std::span<const double>(reached.hyperparameters));
  checksum.add(std::span<const double>(reached.densities));
  return checksum.text();
}

/// Sums and messages long and short.
void check_messages(const Communicator& ranks) {
  const auto n = static_cast<std::uint64_t>(ranks.size());
  std::vector<std::uint64_t> values(100'000, ranks.rank() + 1);
  ranks.sum(values);
  std::vector<double> mine(ranks.rank() % 2 == 0 ? 0 : 50'000, static_cast<double>(ranks.rank()));
  const auto all = ranks.gather(std::span<const double>(mine));
  bool right = all.size() == n / 2 * 50'000;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t from = 2 * (i / 50'000) + 1;
    right = right && all[i] == static_cast<double>(from);
  }
  for (const std::uint64_t value : values) right = right && value == n * (n + 1) / 2;
  if (!right) throw std::runtime_error("messages are not what was sent");
}

int run(const Communicator& ranks, int threads) {
  check_messages(ranks);
  const Corpus corpus = random_problem(300, 400, 3).corpus();
  const auto print = [&](const char* name, const std::string& text) {
    if (ranks.rank() == 0) fmt::print("{} {}\n", name, text);
  };
  for (const std::uint32_t blocks : {3U, 8U}) {
    const lda::Settings lda = chain_lda(dense, blocks);
    print("lda", hash(run_chain_of(lda, corpus, &ranks, threads)));
    print("alone", hash(run_chain_of(lda, corpus, nullptr, 1)));
    const lda::Settings by_block = chain_rank_auto(blocks);
    print("phi", hash(run_chain_of(by_block, corpus, &ranks, threads)));
    print("alone", hash(run_chain_of(by_block, corpus, nullptr, 1)));
    const hdp::Settings hdp = chain_rank_hdp_by_lists(blocks);
    print("hdp", hash(run_chain_of(hdp, corpus, &ranks, threads)));
    print("alone", hash(run_chain_of(hdp, corpus, nullptr, 1)));
    const hdp::Settings tables = with_table_moves(chain_rank_hdp_by_lists(blocks));
    print("tables", hash(run_chain_of(tables, corpus, &ranks, threads)));
    print("alone", hash(run_chain_of(tables, corpus, nullptr, 1)));
  }
  const hpc::Settings tree = chain_rank_hpc(corpus);
  print("hpc", run_hpc_chain(tree, corpus, &ranks, threads).state);
  print("alone", run_hpc_chain(tree, corpus, nullptr, 1).state);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::size_t most_bytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const std::size_t failing = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : SIZE_MAX;
  const auto work = [&](const Communicator& ranks) {
    if (ranks.rank() == failing) return 4;
    return run(ranks, threads);
  };
  return run_mpi_rank(&argc, &argv, work, most_bytes);
}
