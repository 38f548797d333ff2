#include "themata/api/fit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/api/access.hpp"
#include "themata/api/watch.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/npy.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/start.hpp"
#include "themata/run/mallet_state.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/summaries/posterior.hpp"

namespace themata {

namespace {

using detail::Access;

/// The observer of a run, and why the run stopped if it did.
struct ObservedRun {
  explicit ObservedRun(const Observer& observer) : watch(watch_of(observer, stopped)) {
    watch.failed = [this, &observer](const ResourceError& error) {
      const bool topics = dynamic_cast<const TopicLimitError*>(&error) != nullptr;
      failure = FitStop{topics ? StopCause::topic_limit : StopCause::resources, error.what()};
      if (observer.warning) observer.warning(error.what());
    };
  }
  std::optional<FitStop> stop(FitEnd end) const {
    if (end == FitEnd::complete) return std::nullopt;
    return failure ? failure : FitStop{StopCause::observer, ""};
  }

  bool stopped = false;
  std::optional<FitStop> failure;
  FitWatch watch;
};

Fit fit_at(const Place& place, const Collection& collection, const Options& options,
           const GivenInputs& inputs, const Observer& observer) {
  ObservedRun run(observer);
  const FitEnd end =
      start_fit(Access::corpus(collection), Access::options(options), place, run.watch, inputs);
  Fit fit = Access::fit(place);
  Access::data(fit).forget(run.stop(end));
  return fit;
}

SharedFloats values_of(const Place& place, PosteriorTable& table) {
  const MappedArray<float> array = map_npy<float>(place);
  table.rows = array.shape.at(0);
  table.columns = array.shape.at(1);
  return {array.file, array.values};
}

/// The number of a chain that the fit has. @throws UsageError
std::uint32_t checked_chain(const FitFolder& fit, ChainNumber asked) {
  const std::uint32_t chain = asked.value_or(fit.shown_chain());
  const std::vector<std::uint32_t> all = fit.chains();
  if (std::ranges::find(all, chain) == all.end())
    throw UsageError(OptionFault{"chain", std::to_string(chain), listed(all, ", or ")});
  return chain;
}

/// What a complete fit has written. @param stem  of the names of its files
PosteriorTable written_table(const FitFolder& fit, const char* stem, std::uint32_t chain) {
  const auto file = [&](const char* what) {
    const std::string name = fmt::format("{}-{}-{}.npy", stem, chain, what);
    require_whole(fit.manifest, fit.path, name);
    return fit.path / name;
  };
  PosteriorTable table;
  table.draws = fit.kept_sweeps(chain).size();
  table.mean = values_of(file("mean"), table);
  table.sd = values_of(file("sd"), table);
  return table;
}

PosteriorTable table_of(const FitFolder& fit, PosteriorOf what, ChainNumber asked) {
  const char* stem = what == PosteriorOf::topic_words ? "topic-word" : "document-topic";
  const std::uint32_t chain = asked.value_or(fit.shown_chain());
  // Of a fit that was extended and then stopped, the files are of before; of one with a later burn-in, too.
  if (fit.status() == "complete" && !fit.later_burn_in &&
      exists(fit.path / fmt::format("{}-{}-sd.npy", stem, chain)))
    return written_table(fit, stem, chain);
  PosteriorMatrix made = posterior_of(open_shown_fit(fit, chain), what);
  const TableSource source = made.draws > 0 ? TableSource::kept_draws : TableSource::one_draw;
  return {made.rows,          made.columns, std::move(made.mean),
          std::move(made.sd), source,       std::max<std::size_t>(1, made.draws)};
}

}  // namespace

FitWatch watch_of(const Observer& observer, bool& stopped) {
  FitWatch watch;
  watch.warn = observer.warning;
  watch.should_stop = [&observer, &stopped] { return stopped || (observer.go_on && !observer.go_on()); };
  if (!observer.progress) return watch;
  watch.report = [&observer, &stopped](const FitProgress& p) {
    stopped = !observer.progress({.chain = p.chain,
                                  .chains = p.chains,
                                  .sweep = p.sweep,
                                  .sweeps = p.sweeps,
                                  .seconds = p.seconds,
                                  .log_posterior = p.log_posterior,
                                  .topics = p.topics});
  };
  return watch;
}

Fit::Fit(std::shared_ptr<detail::FitData> data) : data_(std::move(data)) {}

Fit Fit::open(const std::string& folder, const std::string& corpus) {
  Fit fit = Access::fit(Place(folder), corpus);
  fit.data_->folder();  // refuses what is no fit, and another corpus
  return fit;
}

Fit Fit::after(std::uint64_t burn_in) const {
  Fit fit(std::make_shared<detail::FitData>(data_->place(), data_->moved_corpus(), burn_in));
  fit.data_->folder();  // refuses a burn-in that leaves no draw
  return fit;
}

void Fit::save(const std::string& folder) const {
  StagedFolder staged{Place(folder)};
  copy_files(data_->place(), staged.staging());
  staged.commit();
}

Collection Fit::collection() const { return Access::collection(data_->corpus()); }
std::string Fit::model() const { return data_->folder()->model(); }
bool Fit::settled() const { return !verdict().empty() && !is_unsettled(*data_->folder()); }
std::string Fit::verdict() const { return verdict_text(*data_->folder()); }
bool Fit::complete() const { return data_->folder()->status() == "complete"; }
std::optional<FitStop> Fit::stop() const { return data_->stop(); }
std::vector<std::uint32_t> Fit::chains() const { return data_->folder()->chains(); }
std::size_t Fit::n_topics(ChainNumber chain) const { return data_->n_topics(chain); }

std::vector<TopicSummary> Fit::topics(std::size_t n_words, ChainNumber chain) const {
  WordRanking ranking;
  ranking.n_words = n_words;
  return topics(ranking, chain);
}

std::vector<TopicSummary> Fit::topics(const WordRanking& ranking, ChainNumber chain) const {
  const ShownFit shown = open_shown_fit(*data_->folder(), chain);
  const SparseCounts counts = topic_word_counts(shown);
  const WordScores scores = word_scores(shown, counts);
  std::vector<TopicSummary> topics;
  for (const TopicRow& row : topic_rows(scores, ranking, shown.given.topic_names)) {
    topics.push_back({row.topic, row.name, row.tokens, row.share, {}});
    for (const ScoredWord& word : row.words)
      topics.back().words.push_back(
          {shown.corpus.vocabulary[word.type],
           scores.probability(row.topic, word.type, static_cast<std::int32_t>(word.count)), word.score,
           word.count});
  }
  return topics;
}

PosteriorTable Fit::topic_words(ChainNumber chain) const {
  return table_of(*data_->folder(), PosteriorOf::topic_words, chain);
}
PosteriorTable Fit::document_topics(ChainNumber chain) const {
  return table_of(*data_->folder(), PosteriorOf::document_topics, chain);
}

ChainTrace Fit::trace(ChainNumber chain) const {
  const auto folder = data_->folder();
  std::optional<Trace> trace = folder->trace(checked_chain(*folder, chain));
  ChainTrace columns;
  columns.burn_in = folder->burn_in();
  if (trace) columns = {std::move(trace->names), std::move(trace->columns), columns.burn_in};
  return columns;
}

std::vector<std::uint64_t> Fit::kept_sweeps(ChainNumber chain) const {
  const auto folder = data_->folder();
  return folder->kept_sweeps(checked_chain(*folder, chain));
}

Options Fit::options() const {
  const auto folder = data_->folder();
  return Access::options(
      options_from_json(folder->manifest.at("options"), (folder->path / "manifest.json").string()));
}

std::string Fit::manifest() const { return dump_json(data_->folder()->manifest, 1); }

StartTopics Fit::start_topics(ChainNumber chain) const {
  return start_of(open_shown_fit(*data_->folder(), chain).draw);
}

StartTopics read_mallet_state(const std::string& file, const Collection& collection) {
  return read_mallet_state(file, Access::corpus(collection));
}

std::uint64_t Fit::version() const { return data_->version(); }

void Fit::resume(const ResumeOptions& options, const Observer& observer) {
  const detail::FitData::Running running(*data_);
  ObservedRun run(observer);
  ResumeChanges changes;
  changes.corpus = data_->moved_corpus();
  changes.sweeps = options.sweeps.value_or(0);
  changes.until = options.until.value_or("");
  if (options.time_limit && !(*options.time_limit >= 0))
    throw UsageError(OptionFault{"time-limit", fmt::format("{:g}", *options.time_limit), "a number from 0"});
  changes.time_limit = options.time_limit.value_or(-1);
  changes.burn_in = options.burn_in;
  changes.threads = options.threads ? static_cast<std::uint64_t>(threads_for(*options.threads)) : 0;
  changes.max_topics = options.max_topics.value_or(0);
  data_->forget(run.stop(resume_fit(data_->place(), changes, run.watch)));
}

Fit fit(const Collection& collection, const Options& options, const Observer& observer) {
  return fit(collection, options, GivenInputs{}, observer);
}
Fit fit(const Collection& collection, const Options& options, const GivenInputs& inputs,
        const Observer& observer) {
  return fit_at(Place(std::make_shared<MemoryFiles>()), collection, options, inputs, observer);
}

Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const Observer& observer) {
  return fit_into(folder, collection, options, GivenInputs{}, observer);
}
Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const GivenInputs& inputs, const Observer& observer) {
  return fit_at(Place(folder), collection, options, inputs, observer);
}

}  // namespace themata
