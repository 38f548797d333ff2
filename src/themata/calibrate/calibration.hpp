#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "themata/calibrate/quantities.hpp"
#include "themata/calibrate/ranks.hpp"
#include "themata/calibrate/short_documents.hpp"
#include "themata/chain/model.hpp"
#include "themata/diagnose/spectrum.hpp"

// Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018; Modrak et al. 2023): a parameter is
// drawn from the prior and data from the parameter, and the sampler is run on the data. If it leaves the posterior, the
// parameter and the sampler's draws are draws from the same law, so that its rank among them is uniform; over many data
// sets, every quantity's ranks must be.
namespace themata {

/// How long a calibration is.
struct CalibrationRun {
  std::uint64_t data_sets = 500;
  std::uint64_t draws = 99;     ///< ranked against, a data set; draws + 1 a multiple of rank_bins
  std::uint64_t burn_in = 200;  ///< sweeps before the first
  std::uint64_t thin = 10;  ///< sweeps from one to the next: ranks are uniform where draws are independent
  std::uint64_t seed = 1;
};

/// One data set's truth and draws. Of truth and draws, each quantity's value.
struct CalibrationCase {
  Quantities truth;
  std::vector<std::vector<double>> draws;  ///< a row a quantity
};

/// A draw of a model's prior, and data of it.
template <class State>
struct DrawnCase {
  State truth;
  Corpus corpus;
};

template <class Model>
DrawnCase<typename Model::State> draw_case(const Model& model, const Corpus& shape, Stream& stream,
                                           Pool& pool) {
  auto truth = model.sample_prior(shape, stream, pool);
  Corpus corpus = model.resample_data(truth, shape, stream, pool);
  return {std::move(truth), std::move(corpus)};
}

/// Of hpc the numbers of tokens are drawn too: one token at least, for quantities_of.
inline DrawnCase<hpc::State> draw_case(const ShortDocuments& documents, const Corpus& shape, Stream& stream,
                                       Pool& pool) {
  SizedState drawn = draw_short(documents.model(), shape, {1, documents.most()}, stream, pool);
  Corpus corpus = documents.model().draw_tokens(drawn.state, drawn.sizes, shape.n_types(), stream, pool);
  return {std::move(drawn.state), std::move(corpus)};
}

/// A model's own start on the data of a case.
template <class Model>
typename Model::State start_of(const Model& model, const DrawnCase<typename Model::State>& one, Key key,
                               Pool& pool) {
  return model.init(one.corpus, key, pool);
}

inline hpc::State start_of(const ShortDocuments& documents, const DrawnCase<hpc::State>& one, Key key,
                           Pool& pool) {
  return documents.init(one.truth, one.corpus, key, pool);
}

/// Draws a data set from the model and runs `kernels` on it, from the model's own start.
/// @param shape  its documents' lengths and its vocabulary; the words are drawn anew
template <class Model, class KernelList>
CalibrationCase calibration_case(const Model& model, const KernelList& kernels, const Corpus& shape,
                                 const CalibrationRun& run, std::uint64_t data_set) {
  const Key key = chain_key(run.seed, static_cast<std::uint32_t>(data_set + 1));
  Pool alone(1);
  Stream prior(key, Purpose::data, 0, 0);
  const auto drawn = draw_case(model, shape, prior, alone);
  const auto observe = [&](const auto& state, std::uint64_t draw) {
    Stream stream(key, Purpose::data, draw, 1);
    return quantities_of(model, state, drawn.corpus, stream);
  };
  CalibrationCase found{observe(drawn.truth, 0), {}};
  found.draws.resize(found.truth.size());
  auto state = start_of(model, drawn, key, alone);
  const std::uint64_t sweeps = run.burn_in + run.draws * run.thin;
  for (std::uint64_t sweep = 1; sweep <= sweeps; ++sweep) {
    run_sweep(kernels, state, Context{drawn.corpus, key, sweep, alone});
    if (sweep <= run.burn_in || (sweep - run.burn_in) % run.thin != 0) continue;
    const Quantities values = observe(state, (sweep - run.burn_in) / run.thin);
    for (std::size_t q = 0; q < values.size(); ++q) found.draws[q].push_back(values[q].second);
  }
  return found;
}

/// Whether every data set has the same: a hyperparameter that is not learned, of which ranks say nothing.
inline bool is_constant(const std::vector<CalibrationCase>& cases, std::size_t quantity) {
  return std::all_of(cases.begin(), cases.end(), [&](const CalibrationCase& one) {
    return one.truth[quantity].second == cases.front().truth[quantity].second;
  });
}

/// Ranks the truth of every data set among its draws: a test a quantity, but for those that are constant. The same for any
/// number of threads. @param run  at least one data set
template <class Model, class KernelList>
std::vector<RankTest> calibrate(const Model& model, const KernelList& kernels, const Corpus& shape,
                                const CalibrationRun& run, Pool& pool) {
  assert((run.draws + 1) % rank_bins == 0);
  std::vector<CalibrationCase> cases(run.data_sets);
  pool.for_each(cases.size(),
                [&](std::size_t i) { cases[i] = calibration_case(model, kernels, shape, run, i); });
  std::vector<RankTest> tests;
  for (std::size_t q = 0; q < cases.front().truth.size(); ++q) {
    if (is_constant(cases, q)) continue;
    RankTest test{cases.front().truth[q].first, run.draws + 1, {}, 0};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Stream ties(chain_key(run.seed, static_cast<std::uint32_t>(i + 1)), Purpose::data, 0, 2 + q);
      test.ranks.push_back(rank_among(cases[i].truth[q].second, cases[i].draws[q], ties));
      test.effective_draws += effective_size(cases[i].draws[q]) / static_cast<double>(cases.size());
    }
    tests.push_back(std::move(test));
  }
  return tests;
}

}  // namespace themata
