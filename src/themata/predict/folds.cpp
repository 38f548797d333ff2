#include "themata/predict/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
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
    if (!stays_) fs::remove_all(path(), error);  // an earlier process with the same id may have died here
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

FitOptions options_of_fold(const FitFolder& fit, std::uint64_t threads) {
  const std::string manifest = (fit.path / "manifest.json").string();
  FitOptions options = options_from_json(fit.manifest.at("options"), manifest);
  as_long_as(fit, options);
  try {
    check_options(options);
  } catch (const UsageError& error) {  // the fault is in the manifest, not in an option given now
    throw InputError(manifest, 0, error.what());
  }
  if (options.has("start-from") && !options.text("start-from").empty())
    throw UsageError(
        "folds need a fit without `start-from`: the topics of its start are those of the whole corpus");
  options.chains = 1;
  options.threads = threads;
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

/// What every fold needs.
struct Validation {
  CorpusFolder corpus;
  FitOptions fit;
  GivenInputs inputs;  ///< that no file has
  const FoldOptions& options;
  const FoldWatch& watch;
  Pool& pool;
};

/// What ends the scoring of documents where the watch says so.
struct Stopped {};

/// @returns  nothing where it was stopped
std::optional<FoldScore> score_fold(const Validation& validation, std::vector<std::size_t> held,
                                    const Place& place) {
  write_subset(validation.corpus, all_but(held, validation.corpus.corpus.n_documents()), place / "training");
  write_subset(validation.corpus, held, place / "held-out");
  if (start_fit(open_corpus(place / "training"), validation.fit, place / "fit", validation.watch.fit,
                validation.inputs) == FitEnd::interrupted)
    return std::nullopt;
  const FitDraws draws(open_fit(place / "fit"), std::nullopt, DrawUse::every,
                       validation.options.held_out.draws);
  const NewDocuments documents(open_corpus(place / "held-out"), draws.corpus());
  const PartDone part_done = [&](double part) {
    if (validation.watch.fit.should_stop && validation.watch.fit.should_stop()) throw Stopped();
    if (validation.watch.scored) validation.watch.scored(part);
  };
  try {
    HeldOutScore score =
        score_held_out(draws, documents, validation.options.held_out, validation.pool, part_done);
    return FoldScore{std::move(held), std::move(score)};
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

std::vector<std::vector<std::size_t>> part_documents(std::size_t documents, std::uint64_t folds,
                                                     std::uint64_t seed) {
  if (folds < 2) throw UsageError(OptionFault{"folds", fmt::to_string(folds), "at least 2"});
  if (folds > documents)
    throw UsageError(OptionFault{"folds", fmt::to_string(folds),
                                 fmt::format("at most {}, the number of documents", documents)});
  std::vector<std::size_t> order(documents);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(chain_key(seed, 1), Purpose::fold, 0, 0);
  shuffle(order, stream);
  std::vector<std::vector<std::size_t>> parts(folds);
  for (std::size_t i = 0; i < documents; ++i) parts[i % folds].push_back(order[i]);
  for (auto& part : parts) std::ranges::sort(part);
  return parts;
}

CrossValidation cross_validate(const FitFolder& fit, const FoldOptions& options, const FoldWatch& watch) {
  Pool pool(threads_for(options.threads));
  const CorpusFolder corpus = open_corpus_of(fit);
  const FitOptions fit_options = options_of_fold(fit, options.threads);
  const std::size_t topics = fit_options.has("topics") ? fit_options.whole("topics") : 0;
  const GivenPriors given =
      read_given(fit.path, {topics, corpus.corpus.n_types(), corpus.corpus.n_documents()});
  const Validation validation{corpus,  fit_options, inputs_in_memory(fit_options, given, corpus),
                              options, watch,       pool};
  require_method(options.held_out.method, fit.plugin().info());
  auto parts = part_documents(validation.corpus.corpus.n_documents(), options.folds, options.held_out.seed);
  const FoldsPlace folds(fit.path, options.keep);
  CrossValidation result;
  for (auto& part : parts) {
    const std::uint64_t number = result.folds.size() + 1;
    if (watch.fold) watch.fold(number);
    const Place fold = folds.begin(number);
    std::optional<FoldScore> score = score_fold(validation, std::move(part), fold);
    folds.end(fold);
    result.complete = score.has_value();
    if (!score) break;
    result.folds.push_back(std::move(*score));
  }
  result.mean = mean_of(result.folds);
  return result;
}

}  // namespace themata
