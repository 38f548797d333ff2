#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "themata/chain/kernel.hpp"

// Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018; Modrak et al. 2023): a
// parameter is drawn from the prior and data from the parameter, and the sampler is run on the data. If it
// leaves the posterior, the parameter and the sampler's draws are draws from the same law, so that its rank
// among them is uniform; over many data sets, every quantity's ranks must be.
namespace themata {

/// Numbers that a calibration ranks, under their names; the same names in the same order at every call for a
/// model.
using Quantities = std::vector<std::pair<std::string, double>>;

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

/// A model with its sampler, as a calibration runs it.
class CalibrationProblem {
 public:
  virtual ~CalibrationProblem() = default;
  /// Draws a data set, numbered from 0, and runs the sampler on it. Safe to call from several threads.
  virtual CalibrationCase run(const CalibrationRun& run, std::uint64_t data_set) const = 0;
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

/// A model's own start on the data of a case.
template <class Model>
typename Model::State start_of(const Model& model, const DrawnCase<typename Model::State>& one, Key key,
                               Pool& pool) {
  return model.init(one.corpus, key, pool);
}

/// The problem of one model. Its folder declares quantities_of(model, state, corpus, stream), what is ranked
/// of a state and its corpus of at least one token: hyperparameters, numbers that do not depend on how topics
/// are numbered, and, as Modrak et al. (2023) show why, the likelihood and the joint density, which depend on
/// the data. It may declare draw_case and start_of too, where those above are not the model's.
template <class Model>
class CalibrationOf final : public CalibrationProblem {
 public:
  using KernelList = Kernels<typename Model::State>;
  /// @param shape  its documents' lengths and its vocabulary; the words are drawn anew
  CalibrationOf(Model model, Corpus shape)
      : model_(std::move(model)), kernels_(model_.kernels()), shape_(std::move(shape)) {}
  /// With other kernels than the model's own.
  CalibrationOf(Model model, KernelList kernels, Corpus shape)
      : model_(std::move(model)), kernels_(std::move(kernels)), shape_(std::move(shape)) {}
  // Kernels may look at the model.
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
