#include "themata/api/fit.hpp"

#include <fmt/format.h>

#include <utility>

#include "themata/api/watch.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

Fit fit_at(const Place& place, const Collection& collection, const Options& options,
           const Observer& observer) {
  bool stopped = false;
  start_fit(collection.corpus(), options.fit_options(), place, watch_of(observer, stopped));
  return Fit(place);
}

std::vector<float> values_of(const Place& place, PosteriorTable& table) {
  const MappedArray<float> array = map_npy<float>(place);
  table.rows = array.shape.at(0);
  table.columns = array.shape.at(1);
  return {array.values.begin(), array.values.end()};
}

}  // namespace

FitWatch watch_of(const Observer& observer, bool& stopped) {
  FitWatch watch;
  watch.warn = observer.warning;
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
  watch.should_stop = [&stopped] { return stopped; };
  return watch;
}

Options::Options(std::string_view model) : options_(std::make_unique<FitOptions>(default_options(model))) {}
Options::Options(const FitOptions& options) : options_(std::make_unique<FitOptions>(options)) {}
Options::Options(const Options& other) : options_(std::make_unique<FitOptions>(*other.options_)) {}
Options::Options(Options&& other) noexcept = default;
Options& Options::operator=(Options other) noexcept {
  options_.swap(other.options_);
  return *this;
}
Options::~Options() = default;

Options& Options::set(std::string_view name, std::string_view value) {
  give(*options_, name, std::string(value));
  return *this;
}

Options& Options::set(std::string_view name, double value) {
  return set(name, std::string_view(fmt::format("{}", value)));
}
Options& Options::set(std::string_view name, std::uint64_t value) {
  return set(name, std::string_view(fmt::to_string(value)));
}
Options& Options::set(std::string_view name, int value) {
  return set(name, std::string_view(fmt::to_string(value)));
}

std::string Options::get(std::string_view name) const { return to_text(options_->get(name)); }

std::vector<std::string> Options::names() const {
  std::vector<std::string> names;
  for (const Field* field : options_->fields())
    if (!field->from_corpus) names.emplace_back(field->name);
  return names;
}

std::string Options::model() const { return options_->model(); }

Fit::Fit(const Place& place) : place_(std::make_shared<const Place>(place)) {}

Fit Fit::open(const std::string& folder) {
  open_fit(folder);  // refuses what is no fit
  return Fit(Place(folder));
}

void Fit::save(const std::string& folder) const {
  StagedFolder staged{Place(folder)};
  copy_files(*place_, staged.staging());
  staged.commit();
}

Collection Fit::collection() const {
  return Collection(std::make_shared<const CorpusFolder>(open_corpus_of(open_fit(*place_))));
}

std::string Fit::model() const { return open_fit(*place_).model(); }
bool Fit::complete() const { return open_fit(*place_).status() == "complete"; }
std::size_t Fit::n_topics() const {
  const FitFolder fit = open_fit(*place_);
  return fit.summarized_draw(fit.first_chain()).n_topics();
}

std::vector<TopicSummary> Fit::topics(std::size_t n_words) const {
  const ShownFit shown = open_shown_fit(*place_, std::nullopt);
  const SparseCounts counts = topic_word_counts(shown);
  WordRanking ranking;
  ranking.n_words = n_words;
  std::vector<TopicSummary> topics;
  for (const TopicRow& row : topic_rows(word_scores(shown, counts), ranking, shown.given.topic_names)) {
    topics.push_back({row.topic, row.name, row.tokens, row.share, {}});
    for (const ScoredWord& word : row.words)
      topics.back().words.push_back({shown.corpus.vocabulary[word.type], word.score});
  }
  return topics;
}

PosteriorTable Fit::posterior_of(const char* table) const {
  const FitFolder fit = open_fit(*place_);
  if (!fit.plugin().info().aligned_draws)
    throw UsageError(
        fmt::format("the topics of model {} come and go between draws, so that they have no posterior means; "
                    "use topics()",
                    fit.model()));
  const std::uint32_t chain = fit.first_chain();
  const Place mean = *place_ / fmt::format("{}-{}-mean.npy", table, chain);
  if (!exists(mean))
    throw UsageError("the fit has no posterior means: it was stopped, or kept no draws (`keep` 0)");
  PosteriorTable posterior;
  posterior.mean = values_of(mean, posterior);
  posterior.sd = values_of(*place_ / fmt::format("{}-{}-sd.npy", table, chain), posterior);
  return posterior;
}

PosteriorTable Fit::topic_words() const { return posterior_of("topic-word"); }
PosteriorTable Fit::document_topics() const { return posterior_of("document-topic"); }

void Fit::resume(std::optional<std::uint64_t> sweeps, const Observer& observer) {
  bool stopped = false;
  resume_fit(*place_, {.sweeps = sweeps.value_or(0)}, watch_of(observer, stopped));
}

Fit fit(const Collection& collection, const Options& options, const Observer& observer) {
  return fit_at(Place(std::make_shared<MemoryFiles>()), collection, options, observer);
}

Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const Observer& observer) {
  return fit_at(Place(folder), collection, options, observer);
}

}  // namespace themata
