#include "themata/fit/fit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "themata/fit/fit_run.hpp"
#include "themata/fit/resume_changes.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/io/plural.hpp"
#include "themata/models/registry.hpp"
#include "themata/options/draw_plan.hpp"
#include "themata/run/inputs.hpp"
#include "themata/run/leader.hpp"
#include "themata/run/lock.hpp"
#include "themata/run/memory.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/given_folder.hpp"
#include "themata/store/manifest.hpp"
#include "themata/store/moved_corpus.hpp"
#include "themata/store/start_file.hpp"
#include "themata/version.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// @param asked  with `automatic` for what was left to the program
void write_options(json& manifest, const FitOptions& options, const RunOptions& asked) {
  manifest["options"] = to_json(options);
  manifest.erase("asked");
  if (may_end_early(asked)) manifest["asked"] = asked_json(asked);
}

json new_manifest(const CorpusFolder& corpus, const FitOptions& options) {
  return {{"format", "themata-fit"},
          {"version", 1},
          {"engine", version()},
          {"status", "running"},
          {"corpus",
           {{"path", written_path(corpus.path)},
            {"hash", corpus.hash()},
            {"documents", corpus.corpus.n_documents()},
            {"types", corpus.corpus.n_types()},
            {"tokens", corpus.corpus.n_tokens()}}},
          {"exact", model_of(options).exact(options)},
          {"chains", json::array()}};
}

/// What one process needs.
std::uint64_t memory_here(const Corpus& corpus, const FitOptions& options, const Leader* leader,
                          TopicsThen when) {
  const std::uint64_t chains = chains_held(corpus, options),
                      all = forecast_memory(corpus, options, chains, when);
  if (leader == nullptr) return all;
  const std::uint64_t each = std::min(all, chains * model_of(options).bytes_on_each_rank(corpus, options));
  return each + (all - each) / leader->ranks().size();
}

/// Reports the memory that the fit needs. Refuses a fit that needs more than there is from the start, and
/// warns of one that may come to need more.
void forecast(const Corpus& corpus, const FitOptions& options, const FitWatch& watch, const Leader* leader) {
  const std::uint64_t needed = memory_here(corpus, options, leader, TopicsThen::expected);
  if (watch.begin) watch.begin({corpus.n_documents(), corpus.n_types(), corpus.n_tokens(), needed});
  require_memory(
      memory_here(corpus, options, leader, TopicsThen::at_start), "the fit",
      "use fewer `topics` or `chains`, a smaller vocabulary (import `min-documents`), less monitoring, or "
      "`scratch` on a fast disk");
  const std::uint64_t available = available_memory();
  if (watch.warn && available > 0 && needed > available)
    watch.warn(fmt::format(
        "with as many topics as such documents may have, {}, the fit needs about {:.3g} GB of memory, and "
        "{:.3g} GB is available; fewer `max-topics` would end a chain before and save it",
        model_of(options).slots(corpus, options), static_cast<double>(needed) / 1e9,
        static_cast<double>(available) / 1e9));
}

/// Refuses what several ranks cannot sample, and warns of more threads than can work at once.
void check_ranks(const FitOptions& options, const CorpusFolder& corpus, const FitWatch& watch,
                 const Leader* leader) {
  if (leader == nullptr) return;
  const ModelPlugin& model = model_of(options);
  if (!model.info().over_ranks)
    throw UsageError({"model", options.model(), models_where([](const ModelInfo& info) {
                                                  return info.over_ranks;
                                                }) + ", where several ranks sample a chain"});
  model.check_ranks(options);
  const std::uint64_t at_once = model.threads_at_once(options, corpus.corpus),
                      threads =
                          leader->ranks().size() * static_cast<std::uint64_t>(threads_for(options.threads));
  if (watch.warn && at_once < threads)
    watch.warn(fmt::format("{} `blocks` keep at most {} of {} threads busy; {} would be enough", at_once,
                           at_once, threads, 2 * threads));
}

void check_corpus(const CorpusFolder& folder) {
  if (folder.corpus.n_tokens() == 0)
    throw InputError(folder.path.string(), 0,
                     InputFault{"has no tokens", "a corpus with at least one token"});
}

/// Draws for which the schedule of a changed number of sweeps has no place are removed.
void remove_unscheduled_draws(const Place& path, const FitOptions& options) {
  const std::vector<std::uint64_t> schedule = kept_schedule(options);
  for (std::uint32_t chain = 1; chain <= options.chains; ++chain)
    for (const std::uint64_t sweep : saved_draws(path, chain))
      if (!std::binary_search(schedule.begin(), schedule.end(), sweep)) remove(draw_path(path, chain, sweep));
}

/// The options of a fit whose start is in memory say so, as the manifest then does. Weights in memory are as
/// good as given by name.
FitOptions with_inputs(FitOptions options, const GivenInputs& in_memory) {
  if (!in_memory.alpha_weights.empty()) options.mark_given("alpha-weights");
  if (!in_memory.start.empty()) options.set("start-from", std::string("in memory"));
  return options;
}

/// Their number may follow from the corpus: from its labels, or from its size.
void set_topics(FitOptions& options, const Inputs& inputs) {
  if (options.has("topics")) options.set("topics", std::uint64_t{inputs.topics});
}

/// Whether documents without labels are set aside instead of refused.
bool sets_aside(const FitOptions& options) {
  return options.has("unlabeled") && options.text("unlabeled") == "set-aside";
}

/// Where documents lack labels and may: two corpora in the fit's folder, of those with and of those without.
/// The former is fitted.
/// @param staging  of the fit's folder
/// @returns how many were set aside
std::size_t set_aside(CorpusFolder& folder, const FitOptions& options, const Place& staging) {
  if (!sets_aside(options)) return 0;
  const DocumentsByLabels parts = documents_by_labels(folder);
  if (parts.without.empty()) return 0;
  write_subset(folder, parts.with, staging / "labelled");
  write_subset(folder, parts.without, staging / "set-aside");
  folder = open_corpus(staging / "labelled");
  return parts.without.size();
}

}  // namespace

FitOptions check_fit(const CorpusFolder& corpus, const FitOptions& asked) {
  check_new_options(asked);
  check_corpus(corpus);
  FitOptions options = with_defaults(asked);
  model_of(options).check_corpus(options, corpus.corpus);
  const Inputs inputs = read_inputs(options, corpus);
  model_of(options).check_given(options, inputs.given);
  set_topics(options, inputs);
  return options;
}

namespace {

struct NewFit {
  const CorpusFolder& corpus;
  const FitOptions& asked;
  const Place& output;
  const FitWatch& watch;
  const GivenInputs& in_memory;
  Leader* leader;
};

FitEnd start(const NewFit& fit) {
  const auto& [corpus, asked, output, watch, in_memory, leader] = fit;
  check_given(asked, in_memory);
  FitOptions options = with_defaults(with_inputs(asked, in_memory));
  CorpusFolder folder = corpus;
  check_corpus(folder);
  check_ranks(options, folder, watch, leader);
  model_of(options).check_corpus(options, folder.corpus);
  if (sets_aside(options)) read_inputs(options, folder, in_memory);  // whose faults name the user's own file
  StagedFolder staged(output);
  const std::size_t without = set_aside(folder, options, staged.staging());
  check_corpus(folder);
  Inputs inputs = read_inputs(options, folder, in_memory);
  model_of(options).check_given(options, inputs.given);
  if (inputs.given.start) write_start(start_path(staged.staging()), *inputs.given.start);
  set_topics(options, inputs);
  if (without > 0)
    inputs.notes.push_back(fmt::format("{} without labels {} set aside in {}", count_of(without, "document"),
                                       noun(without, "is", "are"), (output / "set-aside").string()));
  if (watch.warn)
    for (const std::string& note : inputs.notes) watch.warn(note);
  forecast(folder.corpus, options, watch, leader);
  json manifest = new_manifest(folder, options);
  write_options(manifest, options, asked);
  if (without > 0) {
    manifest["corpus"]["path"] = "labelled";
    manifest["corpus"]["part_of"] = written_path(corpus.path);
  }
  create_folder(staged.staging() / "draws");
  create_folder(staged.staging() / "checkpoint");
  if (corpus.path.in_memory()) copy_files(corpus.path, staged.staging() / "corpus");
  write_given(staged.staging(), inputs.given, shape_of(options, folder.corpus));
  manifest["checksums"] = checksums_of_given(staged.staging());
  write_file_atomically(staged.staging() / "manifest.json", with_own_checksum(manifest));
  staged.commit();
  if (without > 0) folder = open_corpus(output / "labelled");
  std::optional<FolderLock> lock;
  if (!output.in_memory()) lock.emplace(output.path());
  FitRun run{output, std::move(folder),       model_of(options),   options,
             asked,  std::move(inputs.given), std::move(manifest), watch,
             leader};
  return run_fit(run);
}

}  // namespace

FitEnd start_fit(const CorpusFolder& corpus, const FitOptions& asked, const Place& output,
                 const FitWatch& watch, const GivenInputs& in_memory) {
  return start({corpus, asked, output, watch, in_memory, nullptr});
}

FitEnd start_fit(const fs::path& corpus, const FitOptions& asked, const fs::path& output,
                 const FitWatch& watch) {
  check_new_options(asked);  // before a large corpus is read
  return start_fit(open_corpus(corpus), asked, output, watch);
}

FitEnd start_fit(const fs::path& corpus, const FitOptions& asked, const fs::path& output,
                 const FitWatch& watch, Leader& leader) {
  check_new_options(asked);
  return start({open_corpus(corpus), asked, output, watch, {}, &leader});
}

FitEnd resume_fit(const Place& path, const ResumeChanges& changes, const FitWatch& watch, Leader* leader) {
  FitFolder fit = open_fit(path);
  std::optional<FolderLock> lock;
  if (!path.in_memory()) {
    lock.emplace(path.path());
    fit = open_fit(path);  // another process may have finished it until it gave the lock back
  }
  require_all_whole(fit.manifest, path, "");
  if (fit.manifest.contains("consensus"))
    throw UsageError(
        fmt::format("{}: is a consensus of chains, which does not go on; resume the fits that it is of, and "
                    "make it anew",
                    path.string()));
  if (!changes.corpus.empty()) use_corpus(fit, changes.corpus);
  check_changes(fit, changes);
  const FitOptions asked = changed_options(fit, changes), options = with_defaults(asked);
  for (const std::uint32_t chain : fit.chains()) fit.kept_sweeps(chain);  // refuses where draws are gone
  CorpusFolder corpus = open_corpus_of(fit);
  check_ranks(options, corpus, watch, leader);
  forecast(corpus.corpus, options, watch, leader);
  if (!path.in_memory()) remove_partial_files(path.path());
  json manifest = fit.manifest;
  write_options(manifest, options, asked);
  manifest["status"] = "running";
  manifest.erase("verdict");
  manifest.erase("ended_by");
  const ModelPlugin& model = model_of(options);
  GivenPriors given = given_at_start(path, options, corpus.corpus);
  for (const std::uint32_t chain : fit.chains())
    if (const Place saved = checkpoint_path(path, chain);
        model.info().labels == LabelUse::tree && exists(saved))
      if (const auto fault = read_draw(saved, model, TokenRange{}).model->find_mismatch(given))
        throw InputError((path / "given").string(), 0, "is damaged: " + *fault);
  FitRun run{path,  std::move(corpus), model, options, asked, std::move(given), std::move(manifest), watch,
             leader};
  run.save_manifest();
  if (!may_end_early(asked)) remove_unscheduled_draws(path, options);
  return run_fit(run);
}

}  // namespace themata
