#include "themata/predict/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/store/corpus_subset.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;

/// A temporary name in the fit's parent folder.
fs::path beside_fit(const fs::path& fit) {
  fs::path name = fit.has_filename() ? fit : fit.parent_path();
  name += ".folds";
  return partial_path(name);
}

/// The folder of the folds: a new folder that is kept, or a temporary one in the fit's parent folder.
class FoldsPlace {
 public:
  FoldsPlace(const fs::path& fit, const fs::path& keep)
      : path_(keep.empty() ? beside_fit(fit) : keep), stays_(!keep.empty()) {
    std::error_code error;
    if (stays_ && fs::exists(path_, error) && !fs::is_empty(path_, error))
      throw UsageError(
          fmt::format("{}: exists already; give another `keep-folds` or remove it", path_.string()));
    if (!stays_) fs::remove_all(path_, error);  // an earlier process with the same id may have died here
    fs::create_directories(path_, error);
    if (error) throw ResourceError(fmt::format("{}: cannot be created: {}", path_.string(), error.message()));
  }
  ~FoldsPlace() {
    std::error_code ignored;
    if (!stays_) fs::remove_all(path_, ignored);
  }
  FoldsPlace(const FoldsPlace&) = delete;
  FoldsPlace& operator=(const FoldsPlace&) = delete;

  fs::path fold(std::uint64_t number) const { return path_ / fmt::format("fold-{}", number); }
  bool stays() const { return stays_; }

 private:
  fs::path path_;
  bool stays_;
};

FitOptions options_of_fold(const FitFolder& fit, std::uint64_t threads) {
  const std::string manifest = (fit.path / "manifest.json").string();
  FitOptions options = options_from_json(fit.manifest.at("options"), manifest);
  try {
    check_options(options);
  } catch (const UsageError& error) {  // the fault is in the manifest, not in an option given now
    throw InputError(manifest, 0, error.what());
  }
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
  const FoldOptions& options;
  const FoldWatch& watch;
  Pool& pool;
};

[[noreturn]] void refuse_to_go_on(const Validation& validation) {
  const fs::path& kept = validation.options.keep;
  throw Error(ExitCode::interrupted,
              "interrupted; a cross-validation cannot be resumed" +
                  (kept.empty() ? "" : fmt::format("; {} has the folds so far", kept.string())));
}

FoldScore score_fold(const Validation& validation, std::vector<std::size_t> held, const fs::path& place) {
  write_subset(validation.corpus, all_but(held, validation.corpus.corpus.n_documents()), place / "training");
  write_subset(validation.corpus, held, place / "held-out");
  if (start_fit(place / "training", validation.fit, place / "fit", validation.watch.fit) ==
      FitEnd::interrupted)
    refuse_to_go_on(validation);
  const FitDraws draws(place / "fit", std::nullopt, DrawUse::every);
  const NewDocuments documents(open_corpus(place / "held-out"), draws.corpus());
  const PartDone part_done = [&](double part) {
    if (validation.watch.fit.should_stop && validation.watch.fit.should_stop()) refuse_to_go_on(validation);
    if (validation.watch.scored) validation.watch.scored(part);
  };
  HeldOutScore score =
      score_held_out(draws, documents, validation.options.held_out, validation.pool, part_done);
  return {std::move(held), std::move(score)};
}

}  // namespace

std::vector<std::vector<std::size_t>> part_documents(std::size_t documents, std::uint64_t folds,
                                                     std::uint64_t seed) {
  if (folds < 2) throw UsageError(fmt::format("`folds` is {}; expected at least 2", folds));
  if (folds > documents)
    throw UsageError(
        fmt::format("`folds` is {}; expected at most {}, the number of documents", folds, documents));
  std::vector<std::size_t> order(documents);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(chain_key(seed, 1), Purpose::fold, 0, 0);
  shuffle(order, stream);
  std::vector<std::vector<std::size_t>> parts(folds);
  for (std::size_t i = 0; i < documents; ++i) parts[i % folds].push_back(order[i]);
  for (auto& part : parts) std::ranges::sort(part);
  return parts;
}

std::vector<FoldScore> cross_validate(const fs::path& fit, const FoldOptions& options,
                                      const FoldWatch& watch) {
  const FitFolder folder = open_fit(fit);
  Pool pool(threads_for(options.threads));
  const Validation validation{open_corpus_of(folder), options_of_fold(folder, options.threads), options,
                              watch, pool};
  require_method(options.held_out.method, folder.plugin().info().dirichlet_documents);
  auto parts = part_documents(validation.corpus.corpus.n_documents(), options.folds, options.held_out.seed);
  const FoldsPlace place(fit, options.keep);
  std::vector<FoldScore> scores;
  for (auto& part : parts) {
    const std::uint64_t fold = scores.size() + 1;
    if (watch.fold) watch.fold(fold);
    fs::create_directories(place.fold(fold));
    scores.push_back(score_fold(validation, std::move(part), place.fold(fold)));
    std::error_code ignored;
    if (!place.stays()) fs::remove_all(place.fold(fold), ignored);
  }
  return scores;
}

FoldsMean mean_of(const std::vector<FoldScore>& folds) {
  const auto n = static_cast<double>(folds.size());
  FoldsMean mean;
  for (const FoldScore& fold : folds) mean.per_word += fold.score.per_word() / n;
  double squares = 0;
  for (const FoldScore& fold : folds) {
    const double off = fold.score.per_word() - mean.per_word;
    squares += off * off;
  }
  mean.error = std::sqrt(squares / (n - 1) / n);
  return mean;
}

}  // namespace themata
