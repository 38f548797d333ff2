#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): of CLI11
class App;
}  // namespace CLI

namespace themata {
class Leader;
}  // namespace themata

/// One function per subcommand: it adds the subcommand to `app`, declares its options and sets what it does.
/// Each is in the file of its name.
namespace themata::cli {

void add_import(CLI::App& app);
void add_fit(CLI::App& app, Leader* leader = nullptr);     ///< @param leader  of several ranks
void add_resume(CLI::App& app, Leader* leader = nullptr);  ///< @param leader  of several ranks
void add_topics(CLI::App& app);
void add_infer(CLI::App& app);
void add_label(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_human_eval(CLI::App& app);
void add_info(CLI::App& app);
void add_diagnose(CLI::App& app);
void add_compare(CLI::App& app);
void add_consensus(CLI::App& app);
void add_effect(CLI::App& app);
void add_trends(CLI::App& app);
void add_export(CLI::App& app);
void add_report(CLI::App& app);
void add_serve(CLI::App& app);
void add_simulate(CLI::App& app);
void add_selftest(CLI::App& app);
void add_sweep(CLI::App& app);
void add_completion(CLI::App& app);

}  // namespace themata::cli
