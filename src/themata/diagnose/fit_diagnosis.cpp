#include "themata/diagnose/fit_diagnosis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "themata/diagnose/convergence.hpp"
#include "themata/diagnose/judgement.hpp"
#include "themata/diagnose/later_burn_in.hpp"
#include "themata/diagnose/topic_shares.hpp"

namespace themata {

namespace {

/// @returns the diagnoses alone, for the judgement
std::vector<Diagnosis> add_topics(FitDiagnosis& diagnosis, AlignedShares shares, Pool& pool) {
  std::vector<Diagnosis> proportions = diagnose(shares.shares, pool);
  diagnosis.topic_draws = shares.draws;
  diagnosis.topics.reserve(proportions.size());
  for (std::size_t k = 0; k < proportions.size(); ++k)
    diagnosis.topics.push_back({proportions[k], shares.distances[k], std::move(shares.words[k])});
  return proportions;
}

}  // namespace

FitDiagnosis diagnose_fit(const FitFolder& fit, const DiagnosisOptions& options, Pool& pool) {
  FitDiagnosis diagnosis;
  diagnosis.model = fit.model();
  diagnosis.burn_in = options.burn_in.value_or(fit.burn_in());
  TracedFit traced = traced_fit(fit, diagnosis.burn_in);
  diagnosis.sweeps = traced.sweeps;
  diagnosis.sweeps_a_draw = traced.sweeps_a_draw;
  diagnosis.chains = std::move(traced.windows);
  diagnosis.quantities = diagnose(traced.quantities, pool);
  std::vector<Diagnosis> topics;
  if (options.topics)
    topics = add_topics(
        diagnosis,
        aligned_shares(judged_after(fit, options.burn_in), diagnosis.burn_in, TopicDistance::hellinger, pool),
        pool);
  diagnosis.judgement = judge({diagnosis.chains.size(), diagnosis.burn_in, diagnosis.sweeps,
                               diagnosis.quantities, diagnosis.topic_draws, std::move(topics)});
  if (options.topics && diagnosis.topics.empty())
    diagnosis.judgement.shows.push_back(
        fmt::format("Each chain has {} kept draws after burn-in; single topics need at least {} (`keep`).",
                    diagnosis.topic_draws, least_draws_for_rhat));
  return diagnosis;
}

std::vector<TopicDiagnosis> FitDiagnosis::worst_topics(std::size_t n) const {
  std::vector<TopicDiagnosis> worst = topics;
  const auto rank = [](const TopicDiagnosis& t) {
    return std::isnan(t.proportion.rhat) ? 0 : t.proportion.rhat;
  };
  std::ranges::stable_sort(worst, [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
  worst.resize(std::min(worst.size(), n));
  return worst;
}

}  // namespace themata
