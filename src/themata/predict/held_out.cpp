#include "themata/predict/held_out.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/predict/left_to_right.hpp"
#include "themata/predict/split.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

/// With a single draw, only the runs show the error, so there are more of them.
std::size_t runs_under(std::size_t draws) { return draws == 1 ? 4 : 2; }

/// The length of a run. Short runs remember where they begin: their figure is too low, most of all where
/// documents use few of many topics (bench/NOTES.md, section 18).
GibbsLength length_of(GibbsLength asked, std::size_t runs) {
  if (asked.sweeps == 0) asked.sweeps = 200;
  return with_defaults(asked, runs);
}

/// A document being scored: its seen and scored words, and the logs of all estimates so far.
struct Scoring {
  std::vector<std::uint32_t> seen, scored;
  std::vector<double> logs;
};

Split split_of(const HeldOutOptions& options, Key key, const CorpusFolder& folder) {
  if (options.seen && !options.split.empty())
    throw UsageError(OptionFault{"seen", "in memory and in a file too", "one of both"});
  if (options.seen) return Split(*options.seen, folder);
  return options.split.empty() ? Split(key) : Split(options.split, folder);
}

/// The data that every batch needs.
class HeldOutWork {
 public:
  HeldOutWork(const FitDraws& draws, const NewDocuments& documents, const HeldOutOptions& options, Pool& pool)
      : draws_(draws),
        documents_(documents),
        options_(options),
        pool_(pool),
        runs_(runs_under(draws.size())),
        length_(length_of(options.length, draws.size() * runs_)),
        key_(chain_key(options.seed, draws.chain())),
        split_(split_of(options, key_, documents.folder())),
        covariates_(covariates_of(documents, draws.shown().given.covariates)) {
    require_method(options.method, draws.shown().fit.plugin().info());
  }

  HeldOutScore run(const PartDone& part_done) {
    HeldOutScore score;
    score.draws = draws_.size();
    score.kept = draws_.n_kept();
    score.runs = runs_;
    if (completes()) score.length = length_;
    std::vector<double> of_draw(draws_.size(), 0.0);
    const std::size_t cells = std::max<std::size_t>(1, batch_cells / (draws_.size() * runs_));
    double variance = 0;
    for (std::size_t first = 0; first < documents_.size();) {
      const Batch batch = make_batch(documents_, first, cells, 1);
      for (const Scoring& scoring : score_batch(batch, part_done))
        variance += add(scoring, first++, score, of_draw);
    }
    score.error = std::sqrt(variance);
    const auto n = static_cast<double>(of_draw.size());
    const double squares = std::inner_product(of_draw.begin(), of_draw.end(), of_draw.begin(), 0.0);
    if (of_draw.size() > 1) score.draw_error = std::sqrt(squares / (n * (n - 1)));
    return score;
  }

 private:
  static constexpr std::size_t batch_cells = std::size_t{1} << 24;

  bool completes() const { return options_.method == HeldOutMethod::completion; }

  Scoring begin(const Batch& batch, std::size_t i) const {
    const std::vector<std::uint32_t>& words = batch.documents[i];
    Scoring scoring;
    if (completes()) {
      const std::vector<bool> seen = split_.seen(documents_, batch.first + i);
      for (std::size_t n = 0; n < words.size(); ++n)
        (seen[n] ? scoring.seen : scoring.scored).push_back(words[n]);
    } else {
      scoring.scored = words;
    }
    const std::size_t places = completes() ? scoring.scored.size() : 1;
    scoring.logs.resize(draws_.size() * runs_ * places);
    return scoring;
  }

  std::vector<Scoring> score_batch(const Batch& batch, const PartDone& part_done) const {
    std::vector<Scoring> scorings;
    for (std::size_t i = 0; i < batch.documents.size(); ++i) scorings.push_back(begin(batch, i));
    const auto of = static_cast<double>(documents_.size() * draws_.size());
    for (std::size_t s = 0; s < draws_.size(); ++s) {
      const auto topics = draws_.predictor(s, batch.types, pool_);
      pool_.for_each(scorings.size() * runs_, [&](std::size_t task) {
        const std::size_t i = task / runs_, run = task % runs_;
        Stream stream(key_, Purpose::held_out, draws_.sweep(s), (batch.first + i) | (run << 40));
        const DocumentPredictor own(*topics, covariates_, batch.first + i, batch.documents[i]);
        estimate(*own, scorings[i], s * runs_ + run, stream);
      });
      const std::size_t done = batch.first * draws_.size() + scorings.size() * (s + 1);
      if (part_done) part_done(static_cast<double>(done) / of);
    }
    return scorings;
  }

  void estimate(const Predictor& topics, Scoring& scoring, std::size_t place, Stream& stream) const {
    if (!completes()) {
      scoring.logs[place] = left_to_right(*topics.known_topics(), scoring.scored, options_.particles, stream);
      return;
    }
    const std::size_t n = scoring.scored.size();
    const std::span<double> p = std::span(scoring.logs).subspan(place * n, n);
    if (n == 0) return;
    topics.predict_words({scoring.seen, scoring.scored}, length_, stream, p);
    for (double& x : p) x = portable_log(x);
  }

  /// Adds a document to the score. @returns the variance of its log p
  double add(const Scoring& scoring, std::size_t d, HeldOutScore& score, std::vector<double>& of_draw) const {
    const CombinedEstimate estimate = combine({draws_.size(), runs_, scoring.logs});
    DocumentScore document;
    document.scored = static_cast<std::uint32_t>(scoring.scored.size());
    document.seen = static_cast<std::uint32_t>(scoring.seen.size());
    document.unknown = documents_.n_unknown(d);
    document.log_p = estimate.log_p;
    document.error = std::sqrt(estimate.variance);
    score.documents.push_back(document);
    score.scored += document.scored;
    score.seen += document.seen;
    score.unknown += document.unknown;
    score.log_p += document.log_p;
    for (std::size_t s = 0; s < of_draw.size(); ++s) of_draw[s] += estimate.of_draw[s];
    return estimate.variance;
  }

  const FitDraws& draws_;
  const NewDocuments& documents_;
  const HeldOutOptions& options_;
  Pool& pool_;
  std::size_t runs_;
  GibbsLength length_;
  Key key_;
  Split split_;
  Covariates covariates_;
};

}  // namespace

double HeldOutScore::perplexity() const { return portable_exp(-per_word()); }

CombinedEstimate combine(const RunEstimates& estimates) {
  const std::size_t lists = estimates.draws * estimates.runs, places = estimates.logs.size() / lists;
  CombinedEstimate result;
  std::vector<double> w(lists, 0.0), share(lists);
  for (std::size_t i = 0; i < places; ++i) {
    const auto log_of = [&](std::size_t list) { return estimates.logs[list * places + i]; };
    double top = log_of(0), sum = 0;
    for (std::size_t list = 1; list < lists; ++list) top = std::max(top, log_of(list));
    for (std::size_t list = 0; list < lists; ++list) sum += share[list] = portable_exp(log_of(list) - top);
    const double mean = sum / static_cast<double>(lists);
    result.log_p += top + portable_log(mean);
    for (std::size_t list = 0; list < lists; ++list) w[list] += share[list] / mean;
  }
  const auto draws = static_cast<double>(estimates.draws), runs = static_cast<double>(estimates.runs);
  for (std::size_t s = 0; s < estimates.draws; ++s) {
    const auto of_runs = std::span(w).subspan(s * estimates.runs, estimates.runs);
    const double mean = std::accumulate(of_runs.begin(), of_runs.end(), 0.0) / runs;
    double squares = 0;
    for (const double x : of_runs) squares += (x - mean) * (x - mean);
    if (runs > 1) result.variance += squares / (draws * draws * runs * (runs - 1));
    result.of_draw.push_back(mean - static_cast<double>(places));
  }
  return result;
}

void require_method(HeldOutMethod method, const ModelInfo& model) {
  if (method == HeldOutMethod::left_to_right && !model.dirichlet_documents)
    throw UsageError(
        "`method` left-to-right needs Dirichlet topic proportions over all topics; expected `method` "
        "completion for this fit",
        {"method", "left-to-right", "completion"});
}

HeldOutScore score_held_out(const FitDraws& draws, const NewDocuments& documents,
                            const HeldOutOptions& options, Pool& pool, const PartDone& part_done) {
  const std::uint64_t words =
      std::min<std::uint64_t>(draws.corpus().corpus.n_types(), documents.folder().corpus.n_types());
  require_memory(8 * words * (draws.shown().draw.n_topics() + 1), "the evaluation",
                 "score fewer documents at a time");
  HeldOutScore score = HeldOutWork(draws, documents, options, pool).run(part_done);
  if (score.scored == 0)
    throw InputError(
        documents.folder().path.string(), 0,
        InputFault{"has no token to score",
                   "documents with at least two known words, or a split that holds back some tokens"});
  return score;
}

}  // namespace themata
