#include "themata/consensus/consensus.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "common_options.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/io/plural.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata::cli {

namespace {

struct ConsensusCommand {
  std::vector<std::string> fits;
  std::string corpus, output;
  std::uint64_t threads = 0;
  ConsensusOptions options;
};

void run_consensus(ConsensusCommand& command) {
  check_output_is_free(Place(command.output));
  Pool pool(threads_for(command.threads));
  std::vector<FitFolder> fits;
  for (const std::string& fit : command.fits) fits.push_back(open_fit(Place(fit)));
  const SourceChains chains = read_chains(with_corpus(std::move(fits), command.corpus), {}, pool);
  const Consensus consensus = find_consensus(chains, command.options, pool);
  write_consensus(chains, consensus, Place(command.output), pool);
  fmt::print("{} ({})\n", describe(consensus), count_of(consensus.draws, "draw"));
  if (consensus.agreement)
    fmt::print(
        "Topics are joined up to a distance of {:.3f}, where halves of the chains agree best ({:.2f})\n",
        consensus.recurring.cut, *consensus.agreement);
  fmt::print("{}: show its topics with: themata topics {}\n", command.output, command.output);
}

}  // namespace

void add_consensus(CLI::App& app) {
  auto command = std::make_shared<ConsensusCommand>();
  CLI::App* subcommand = app.add_subcommand("consensus", "Find the topics that come back in several chains");
  subcommand->add_option("fits", command->fits, "Fit folders of one corpus; all their chains are used")
      ->required()
      ->type_name("FIT");
  add_corpus(*subcommand, command->corpus);
  subcommand->add_option("--output", command->output, "New folder, which is read like a fit")->required();
  subcommand
      ->add_option("--least-share", command->options.least_share,
                   "Proportion of the chains that must have a topic, 0 to 1 (default: 0.75)")
      ->check(from_zero_to_one())
      ->type_name("S");
  subcommand
      ->add_option(
          "--cut", command->options.cut,
          "Distance up to which topics are one, 0 to 1 (default: where halves of the chains agree best)")
      ->check(from_zero_to_one())
      ->type_name("D");
  add_threads(*subcommand, command->threads);
  subcommand->callback([command] { run_consensus(*command); });
}

}  // namespace themata::cli
