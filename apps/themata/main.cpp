#include "interrupts.hpp"
#include "program.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  using namespace themata::cli;
  catch_interrupts();
  Program program("Themata finds the topics of a document collection by Markov chain Monte Carlo.",
                  "themata");
  CLI::App& app = program.app();
  add_import(app);
  add_fit(app);
  add_resume(app);
  for (auto* add : {add_topics, add_evaluate, add_human_eval, add_infer, add_label, add_diagnose, add_compare,
                    add_consensus, add_effect, add_trends, add_sweep, add_info, add_export, add_report,
                    add_serve, add_simulate, add_selftest, add_completion})
    add(app);
  return program.run(argc, argv);
}
