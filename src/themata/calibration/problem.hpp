#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "themata/chain/kernel.hpp"

// Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018; Modrak et al. 2023): a
// parameter is drawn from the prior and data given the parameter, and the sampler is run on the data. If it
// leaves the posterior invariant, the parameter and the sampler's draws have the same distribution, so that
// the parameter's rank among the draws is uniform. This must hold over many data sets for every quantity.
namespace themata {

/// Named numbers that a calibration ranks; for a model, the same names in the same order at every call.
using Quantities = std::vector<std::pair<std::string, double>>;

/// The length of a calibration.
struct CalibrationRun {
  std::uint64_t data_sets = 500;
  std::uint64_t draws = 99;     ///< per data set, to rank against; draws + 1 must be a multiple of rank_bins
  std::uint64_t burn_in = 200;  ///< sweeps before the first draw
  std::uint64_t thin = 10;      ///< sweeps between draws: ranks are uniform if draws are independent
  std::uint64_t seed = 1;
};

/// The values of each quantity for one data set: the true ones, and those of the draws.
struct CalibrationCase {
  Quantities truth;
  std::vector<std::vector<double>> draws;  ///< one row per quantity
};

/// A model with its sampler, as used by a calibration.
class CalibrationProblem {
 public:
  virtual ~CalibrationProblem() = default;
  /// Draws a data set, numbered from 0, and runs the sampler on it. Safe to call from several threads.
  virtual CalibrationCase run(const CalibrationRun& run, std::uint64_t data_set) const = 0;
};

/// A draw from a model's prior, and data given that draw.
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

/// The model's own start for the data of a case.
template <class Model>
typename Model::State start_of(const Model& model, const DrawnCase<typename Model::State>& one, Key key,
                               Pool& pool) {
  return model.init(one.corpus, key, pool);
}

/// The problem of one model. Its folder declares quantities_of(model, state, corpus, stream), the quantities
/// ranked for a state and its corpus of at least one token: hyperparameters, numbers that do not depend on
/// how topics are numbered, and the likelihood and the joint density, which depend on the data (Modrak et al.
/// 2023 show why). It may also declare draw_case and start_of, if those above do not suit the model.
template <class Model>
class CalibrationOf final : public CalibrationProblem {
 public:
  using KernelList = Kernels<typename Model::State>;
  /// @param shape  its documents' lengths and its vocabulary; the words are redrawn
  CalibrationOf(Model model, Corpus shape)
      : model_(std::move(model)), kernels_(model_.kernels()), shape_(std::move(shape)) {}
  /// With kernels other than the model's own.
  CalibrationOf(Model model, KernelList kernels, Corpus shape)
      : model_(std::move(model)), kernels_(std::move(kernels)), shape_(std::move(shape)) {}
  // Not copyable: kernels may refer to the model.
  CalibrationOf(const CalibrationOf&) = delete;
  CalibrationOf& operator=(const CalibrationOf&) = delete;

  CalibrationCase run(const CalibrationRun& run, std::uint64_t data_set) const override {
    const Key key = chain_key(run.seed, static_cast<std::uint32_t>(data_set + 1));
    Pool alone(1);
    Stream prior(key, Purpose::data, 0, 0);
    const auto drawn = draw_case(model_, shape_, prior, alone);
    const auto observe = [&](const auto& state, std::uint64_t draw) {
      Stream stream(key, Purpose::data, draw, 1);
      return quantities_of(model_, state, drawn.corpus, stream);
    };
    CalibrationCase found{observe(drawn.truth, 0), {}};
    found.draws.resize(found.truth.size());
    auto state = start_of(model_, drawn, key, alone);
    const std::uint64_t sweeps = run.burn_in + run.draws * run.thin;
    for (std::uint64_t sweep = 1; sweep <= sweeps; ++sweep) {
      run_sweep(kernels_, state, Context{drawn.corpus, key, sweep, alone});
      if (sweep <= run.burn_in || (sweep - run.burn_in) % run.thin != 0) continue;
      const Quantities values = observe(state, (sweep - run.burn_in) / run.thin);
      for (std::size_t q = 0; q < values.size(); ++q) found.draws[q].push_back(values[q].second);
    }
    return found;
  }

 private:
  Model model_;
  KernelList kernels_;
  Corpus shape_;
};

}  // namespace themata
