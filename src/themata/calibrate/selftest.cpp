#include "themata/calibrate/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "themata/fit/adapters.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr std::uint32_t blocks = 2;

/// Two topics a document and two words a topic, on average: with fewer, most draws of the prior have documents without topics.
FitOptions completed_masks(FitOptions fit) {
  fit.prior_rate = 2;
  fit.alpha = fit.beta = 1;
  fit.learn = "alpha,beta";
  if (fit.masks_topics()) fit.learn += ",eta,delta,sigma";
  if (fit.masks_words()) fit.learn += ",gamma,xi,zeta";
  return resolved(fit);
}

/// A label over two others, beside one without any; laws under which documents are short, and small corpora mix.
ShortDocuments short_documents(const FitOptions& fit) {
  GivenPriors given;
  if (fit.model == "hpc") given.parents = {2, 2, 4, 4};
  hpc::Settings settings = make_hpc(fit, given).settings();
  settings.lengths = {0.5, 1, 1, 2, 0.7, 1};
  settings.priors = {.psi_deviation = 0.7,
                     .gamma_scale = 0.5,
                     .sigma_scale = 0.5,
                     .lambda_scale = 1,
                     .eta_deviation = 1,
                     .nu_rate = 0.5};
  constexpr std::uint64_t most_tokens = 40;
  return {hpc::Model(std::move(settings)), most_tokens};
}

/// Three topics to find or to start from; Gamma(4, 4) priors, under which hyperparameters stay where small corpora mix.
FitOptions completed(FitOptions fit) {
  if (!fit.is_franchise()) fit.topics = 3;
  if (fit.has_rates()) return resolved(fit);
  fit.prior_shape = fit.prior_rate = 4;
  if (fit.has_masks()) return completed_masks(fit);
  fit.alpha = fit.gamma = 1;
  fit.beta = 0.5;
  if (fit.weights == "gem") fit.max_topics = 16;
  const bool spike = fit.phi == "spike-slab";
  fit.learn = fit.is_lda() ? "alpha" : "alpha,gamma";
  if (fit.is_franchise()) fit.learn += ",discount,document-discount";
  fit.learn += spike ? ",pi" : ",beta";
  return resolved(fit);
}

/// Sweeps after which draws of a model, which is named as in FitOptions, are nearly independent on small corpora.
std::uint64_t thin_of(const FitOptions& fit) {
  if (fit.model == "pcm") return 100;  // lambda is the slow one
  if (fit.has_masks()) return 60;
  return fit.is_franchise() || fit.has_rates() ? 40 : 10;
}

void check_run(const SelfTestOptions& options) {
  const auto require = [](bool holds, std::string_view option, std::uint64_t value,
                          std::string_view expected) {
    if (!holds) throw UsageError(fmt::format("--{} is {}; expected {}", option, value, expected));
  };
  const CalibrationRun& run = options.run;
  if (options.fit.model == "labeled-lda")
    throw UsageError("--model is 'labeled-lda'; expected lda, hdp, franchise, lida, ftm, sstm, hpc or pcm");
  constexpr std::uint64_t most = 1'000'000;
  require(run.data_sets >= 5 * rank_bins && run.data_sets <= most, "data-sets", run.data_sets,
          fmt::format("a number from {} to {}: {} bins need 5 each", 5 * rank_bins, most, rank_bins));
  require((run.draws + 1) % rank_bins == 0 && run.draws > 0 && run.draws < most, "draws", run.draws,
          fmt::format("one less than a multiple of {}, such as 19 or 99", rank_bins));
  require(run.burn_in <= most, "burn-in", run.burn_in, fmt::format("a number from 0 to {}", most));
  require(run.thin >= 1 && run.thin <= most, "thin", run.thin, fmt::format("a number from 1 to {}", most));
  require(run.burn_in + run.draws * run.thin <= UINT32_MAX, "thin", run.thin,
          "no more than 2^32 sweeps in all");
  require(run.seed <= UINT32_MAX, "seed", run.seed, fmt::format("a number from 0 to {}", UINT32_MAX));
}

template <class Model>
std::vector<RankTest> calibrate_model(const Model& model, const CalibrationRun& run, Pool& pool) {
  return calibrate(model, model.kernels(), calibration_shape(), run, pool);
}

/// Of hpc, whose numbers of tokens are drawn: six documents of four word types.
std::vector<RankTest> calibrate_model(const ShortDocuments& documents, const CalibrationRun& run,
                                      Pool& pool) {
  const Corpus shape = make_corpus({}, std::vector<std::uint64_t>(7, 0), 4);
  return calibrate(documents, documents.kernels(), shape, run, pool);
}

}  // namespace

Corpus calibration_shape() {
  std::vector<std::uint64_t> offsets{0, 0};
  for (std::uint64_t d = 0; d < 6; ++d) offsets.push_back(offsets.back() + 4 + 2 * d);
  return make_corpus(std::vector<std::uint32_t>(offsets.back(), 0), offsets, 10);
}

bool SelfTest::passed() const {
  return std::all_of(tests.begin(), tests.end(),
                     [](const RankTest& test) { return uniformity_p(test) > least_uniformity_p; });
}

SelfTest run_selftest(SelfTestOptions options) {
  if (options.run.thin == 0) options.run.thin = thin_of(options.fit);
  check_run(options);
  const FitOptions fit = completed(options.fit);
  check_options(fit);
  Pool pool(threads_for(options.threads));
  const auto start = std::chrono::steady_clock::now();
  SelfTest test{fit, options.run, {}, 0};
  const auto tests_of = [&](const auto& model) { return calibrate_model(model, options.run, pool); };
  test.tests = fit.is_lda()         ? tests_of(make_lda(fit, {}, blocks))
               : fit.is_franchise() ? tests_of(make_franchise(fit, {}))
               : fit.has_masks()    ? tests_of(make_icdp(fit, blocks))
               : fit.has_rates()    ? tests_of(short_documents(fit))
                                    : tests_of(make_hdp(fit, {}, blocks));
  test.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return test;
}

nlohmann::ordered_json to_json(const SelfTest& test) {
  nlohmann::ordered_json quantities = nlohmann::ordered_json::array();
  for (const RankTest& one : test.tests)
    quantities.push_back({{"name", one.name},
                          {"p", uniformity_p(one)},
                          {"effective_draws", one.effective_draws},
                          {"bins", binned(one)}});
  return {{"model", test.fit.model},
          {"sampler", test.fit.sampler},
          {"z", test.fit.z},
          {"phi", test.fit.phi},
          {"weights", test.fit.weights},
          {"vocabulary", test.fit.vocabulary},
          {"exact", test.fit.exact()},
          {"data_sets", test.run.data_sets},
          {"draws", test.run.draws},
          {"burn_in", test.run.burn_in},
          {"thin", test.run.thin},
          {"seed", test.run.seed},
          {"passed", test.passed()},
          {"quantities", std::move(quantities)}};
}

std::string ranks_tsv(const std::vector<SelfTest>& tests) {
  std::string text = "model\tquantity\tdata_set\trank\n";
  for (const SelfTest& test : tests)
    for (const RankTest& one : test.tests)
      for (std::size_t i = 0; i < one.ranks.size(); ++i)
        text += fmt::format("{}\t{}\t{}\t{}\n", test.fit.model, one.name, i + 1, one.ranks[i]);
  return text;
}

void write_selftest(const std::vector<SelfTest>& tests, const std::filesystem::path& folder) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const SelfTest& test : tests) all.push_back(to_json(test));
  write_file_atomically(folder / "selftest.json", all.dump(2) + "\n");
  write_file_atomically(folder / "ranks.tsv", ranks_tsv(tests));
  write_file_atomically(folder / "ranks.svg", ranks_svg(tests));
}

}  // namespace themata
