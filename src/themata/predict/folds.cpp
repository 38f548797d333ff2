#include "themata/predict/folds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "themata/fit/fit_run.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/run/inputs.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/given_folder.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;

/// A temporary name in the fit's parent folder.
fs::path beside_fit(const fs::path& fit) {
  fs::path name = fit.has_filename() ? fit : fit.parent_path();
  name += ".folds";
  return partial_path(name);
}

/// Where the folds are: in a new folder that is kept, in a temporary one in the fit's parent folder, or in
/// memory as the fit is.
class FoldsPlace {
 public:
  FoldsPlace(const Place& fit, const fs::path& keep) : stays_(!keep.empty()) {
    if (!stays_ && fit.in_memory()) {
      place_ = Place(std::make_shared<MemoryFiles>());
      return;
    }
    place_ = stays_ ? keep : beside_fit(fit.path());
    std::error_code error;
    if (stays_ && fs::exists(path(), error) && !fs::is_empty(path(), error))
      throw UsageError(
          fmt::format("{}: exists already; give another `keep-folds` or remove it", place_.string()));
    fs::create_directories(path(), error);
    if (error)
      throw ResourceError(fmt::format("{}: cannot be created: {}", place_.string(), error.message()));
  }
  ~FoldsPlace() {
    if (!stays_) remove(place_);
  }
  FoldsPlace(const FoldsPlace&) = delete;
  FoldsPlace& operator=(const FoldsPlace&) = delete;

  Place begin(std::uint64_t number) const {
    Place fold = place_ / fmt::format("fold-{}", number);
    create_folder(fold);
    return fold;
  }
  /// Removes a fold that is done, unless it stays.
  void end(const Place& fold) const {
    if (!stays_) remove(fold);
  }

 private:
  const fs::path& path() const { return place_.path(); }
  static void remove(const Place& place) {
    std::error_code ignored;
    if (place.in_memory())
      themata::remove(place);
    else
      fs::remove_all(place.path(), ignored);
  }

  Place place_;
  bool stays_;
};

/// A fold does as many sweeps as a complete fit did, and keeps the same draws; else it runs as the fit was
/// to.
void as_long_as(const FitFolder& fit, FitOptions& options) {
  if (fit.status() != "complete") {
    read_asked(options, fit.manifest, (fit.path / "manifest.json").string());
    return;
  }
  options.until = "sweeps";
  for (const nlohmann::json& chain : fit.manifest.at("chains"))
    options.sweeps = std::min(options.sweeps, chain.value("sweep", options.sweeps));
}

FitOptions options_of_fold(const FitFolder& fit, const FoldPlan& plan) {
  const std::string manifest = (fit.path / "manifest.json").string();
  FitOptions options = options_from_json(fit.manifest.at("options"), manifest);
  as_long_as(fit, options);
  if (options.sweeps > plan.most_sweeps) {
    options.sweeps = plan.most_sweeps;
    options.burn_in = options.thin = automatic;
  }
  options.keep = std::min(options.keep, plan.most_draws);
  try {
    check_options(options);
  } catch (const UsageError& error) {  // the fault is in the manifest, not in an option given now
    throw InputError(manifest, 0, error.what());
  }
  if (options.has("start-from") && !options.text("start-from").empty())
    throw UsageError(
        "folds need a fit without `start-from`: the topics of its start are those of the whole corpus");
  options.chains = 1;
  options.threads = plan.threads;
  options.time_limit = 0;
  options.monitor_words = options.monitor_documents = 0;
  return options;
}

std::vector<std::size_t> all_but(const std::vector<std::size_t>& held, std::size_t documents) {
  std::vector<std::size_t> others;
  for (std::size_t d = 0; d < documents; ++d)
    if (!std::ranges::binary_search(held, d)) others.push_back(d);
  return others;
}

std::vector<std::size_t> long_documents(const Corpus& corpus, std::uint64_t least_tokens) {
  std::vector<std::size_t> documents;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    if (corpus.length(d) >= least_tokens) documents.push_back(d);
  return documents;
}

/// Completion needs a word to see and one to hold back.
std::uint64_t least_tokens_to_score(HeldOutMethod method) {
  return method == HeldOutMethod::completion ? 2 : 1;
}

std::vector<std::size_t> thinned(std::vector<std::size_t> documents, std::uint64_t most) {
  const std::size_t n = documents.size();
  if (n <= most) return documents;
  for (std::size_t i = 0; i < most; ++i) documents[i] = documents[i * n / most];
  documents.resize(most);
  return documents;
}

/// What ends the scoring of documents where the watch says so.
struct Stopped {};

/// @returns  nothing where it was stopped
std::optional<HeldOutScore> score_fold(const Fold& fold, const HeldOutOptions& options,
                                       const FoldWatch& watch, Pool& pool) {
  const FitDraws draws(fold.fit, std::nullopt, DrawUse::every, options.draws);
  const NewDocuments documents(fold.held_out, draws.corpus());
  const PartDone part_done = [&](double part) {
    if (watch.fit.should_stop && watch.fit.should_stop()) throw Stopped();
    if (watch.scored) watch.scored(part);
  };
  try {
    return score_held_out(draws, documents, options, pool, part_done);
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

FoldsMean mean_of(const std::vector<FoldScore>& folds) {
  FoldsMean mean;
  if (folds.size() < 2) return mean;
  const auto n = static_cast<double>(folds.size());
  for (const FoldScore& fold : folds) mean.per_word += fold.score.per_word() / n;
  double squares = 0;
  for (const FoldScore& fold : folds) {
    const double off = fold.score.per_word() - mean.per_word;
    squares += off * off;
  }
  mean.error = std::sqrt(squares / (n - 1) / n);
  return mean;
}

}  // namespace

std::vector<std::vector<std::size_t>> part_documents(std::vector<std::size_t> documents, std::uint64_t folds,
                                                     std::uint64_t seed) {
  if (folds < 2) throw UsageError(OptionFault{"folds", std::to_string(folds), "at least 2"});
  if (documents.size() < 2)
    throw UsageError(fmt::format(
        "folds need 2 documents that can be held out, of at least two words each; the corpus has {}",
        documents.size()));
  if (folds > documents.size())
    throw UsageError(OptionFault{
        "folds", std::to_string(folds),
        fmt::format("at most {}, the number of documents that can be held out", documents.size())});
  Stream stream(chain_key(seed, 1), Purpose::fold, 0, 0);
  shuffle(documents, stream);
  std::vector<std::vector<std::size_t>> parts(folds);
  for (std::size_t i = 0; i < documents.size(); ++i) parts[i % folds].push_back(documents[i]);
  for (auto& part : parts) std::ranges::sort(part);
  return parts;
}

bool for_each_fold(const FitFolder& fit, const FoldPlan& plan, const FoldWatch& watch,
                   const std::function<Place(std::uint64_t number)>& place,
                   const std::function<bool(Fold fold)>& use) {
  const CorpusFolder corpus = open_corpus_of(fit);
  const FitOptions options = options_of_fold(fit, plan);
  const std::size_t topics = options.has("topics") ? options.whole("topics") : 0;
  const GivenPriors given =
      read_given(fit.path, {topics, corpus.corpus.n_types(), corpus.corpus.n_documents()});
  const GivenInputs inputs = inputs_in_memory(options, given, corpus);
  std::uint64_t number = 0;
  for (auto& part : part_documents(long_documents(corpus.corpus, plan.least_tokens), plan.folds, plan.seed)) {
    std::vector<std::size_t> held = thinned(std::move(part), plan.most_documents);
    ++number;
    if (watch.fold) watch.fold(number);
    const Place folder = place(number);
    write_subset(corpus, all_but(held, corpus.corpus.n_documents()), folder / "training");
    write_subset(corpus, held, folder / "held-out");
    if (start_fit(open_corpus(folder / "training"), options, folder / "fit", watch.fit, inputs) ==
        FitEnd::interrupted)
      return false;
    if (!use({folder, open_fit(folder / "fit"), open_corpus(folder / "held-out"), std::move(held)}))
      return false;
  }
  return true;
}

CrossValidation cross_validate(const FitFolder& fit, const FoldOptions& options, const FoldWatch& watch) {
  Pool pool(threads_for(options.threads));
  require_method(options.held_out.method, fit.plugin().info());
  std::optional<FoldsPlace> folds;  // made when the options are known to be right
  CrossValidation result;
  result.complete = for_each_fold(
      fit,
      {.folds = options.folds,
       .seed = options.held_out.seed,
       .threads = options.threads,
       .least_tokens = least_tokens_to_score(options.held_out.method)},
      watch,
      [&](std::uint64_t number) {
        if (!folds) folds.emplace(fit.path, options.keep);
        return folds->begin(number);
      },
      [&](Fold fold) {
        std::optional<HeldOutScore> score = score_fold(fold, options.held_out, watch, pool);
        folds->end(fold.place);
        if (score) result.folds.push_back({std::move(fold.documents), std::move(*score)});
        return score.has_value();
      });
  result.mean = mean_of(result.folds);
  return result;
}

}  // namespace themata
