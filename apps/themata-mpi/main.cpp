#include <optional>

#include "exit_codes.hpp"
#include "interrupts.hpp"
#include "mpi/mpi_ranks.hpp"
#include "program.hpp"
#include "subcommands.hpp"
#include "themata/run/follower.hpp"
#include "themata/run/leader.hpp"

// `themata fit` and `themata resume` as one of the ranks of an MPI program.
namespace {

using namespace themata::cli;
using themata::Communicator;

/// What rank 0 does. @param code  the exit status; what is returned is that of a rank that has to end the
/// others, else 0
int lead(const Communicator& ranks, int argc, char** argv, int& code) {
  std::optional<themata::Leader> leader;
  if (ranks.size() > 1) leader.emplace(ranks);
  Program program(
      "Fits a topic model on several machines: mpiexec -n RANKS themata-mpi fit ...\nAll else is done by "
      "themata.",
      "themata-mpi", themata::mpi_version());
  add_fit(program.app(), leader ? &*leader : nullptr);
  add_resume(program.app(), leader ? &*leader : nullptr);
  code = program.run(argc, argv);
  return leader && leader->is_broken() ? code : 0;
}

int follow_to_the_end(const Communicator& ranks) try {
  leave_interrupts_to_the_subcommand();  // which rank 0 runs
  themata::follow(ranks);
  return 0;
} catch (const themata::Error& error) {
  return fail(ExitCode::out_of_resources, said_of(error));
} catch (const std::exception& error) {
  return fail(ExitCode::out_of_resources, error.what());
}

}  // namespace

int main(int argc, char** argv) {
  catch_interrupts();
  int code = 0;
  const int ended = themata::run_mpi_rank(&argc, &argv, [&](const Communicator& ranks) {
    return ranks.rank() == 0 ? lead(ranks, argc, argv, code) : follow_to_the_end(ranks);
  });
  return ended != 0 ? ended : code;
}
