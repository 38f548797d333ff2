#include "themata/diagnose/judgement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "themata/diagnose/convergence.hpp"
#include "themata/io/format.hpp"
#include "themata/random/quantiles.hpp"

namespace themata {

namespace {

/// A summary of the quantities of one kind.
struct Extremes {
  std::vector<std::string> above;  ///< quantities whose R-hat is above the limit
  std::size_t n_known = 0;         ///< with an R-hat
  const Diagnosis* worst = nullptr;
  std::vector<std::string> still;    ///< quantities that never moved
  const Diagnosis* least = nullptr;  ///< the quantity with the smallest effective sample size
  bool short_of = false;             ///< a quantity has an R-hat but no bulk ESS
};

double smaller_ess(const Diagnosis& d) {
  return std::isnan(d.ess_tail) ? d.ess_bulk : std::min(d.ess_bulk, d.ess_tail);
}

Extremes extremes_of(const std::vector<Diagnosis>& quantities, double limit) {
  Extremes found;
  for (const Diagnosis& d : quantities) {
    if (d.obstacle == Obstacle::constant) found.still.push_back(title_of(d.name));
    if (std::isnan(d.rhat)) continue;
    ++found.n_known;
    if (d.rhat > limit) found.above.push_back(title_of(d.name));
    if (found.worst == nullptr || d.rhat > found.worst->rhat) found.worst = &d;
    if (std::isnan(d.ess_bulk))
      found.short_of = true;
    else if (found.least == nullptr || smaller_ess(d) < smaller_ess(*found.least))
      found.least = &d;
  }
  return found;
}

Outcome outcome_of(const Extremes& found) {
  const auto fewer_than = [&](double ess) {
    return found.short_of || (found.least != nullptr && smaller_ess(*found.least) < ess);
  };
  if (!found.above.empty() && found.worst->rhat > rough_rhat_limit) return Outcome::disagreed;
  if (!found.above.empty()) return fewer_than(least_ess_to_end) ? Outcome::too_few_draws : Outcome::nearly;
  const bool few = fewer_than(ess_wanted);
  return few || found.n_known == 0 ? Outcome::too_few_draws : Outcome::agreed;
}

const char* parts_of(const Evidence& evidence) {
  return evidence.n_chains > 1 ? "the chains" : "the two halves of the chain";
}

/// An R-hat above the limit, with enough digits to show that.
std::string above_limit(double rhat) {
  return rhat < rhat_limit + 0.005 ? fmt::format("{:.4f}", rhat) : fmt::format("{:.2f}", rhat);
}

std::string on_agreement(const Evidence& evidence, const Extremes& found) {
  if (found.n_known == 0) return "All quantities are constant: there is nothing to compare.";
  const char* parts = parts_of(evidence);
  if (found.above.empty())
    return fmt::format(
        "R-hat is at most {:.2f} for all {} quantities that are not constant: in these quantities {} agree.",
        rhat_limit, found.n_known, parts);
  const std::string above = fmt::format("R-hat is above {:.2f} for {} of {} quantities (largest: {}, {})",
                                        rhat_limit, found.above.size(), found.n_known,
                                        title_of(found.worst->name), above_limit(found.worst->rhat));
  if (found.worst->rhat <= rough_rhat_limit)
    return fmt::format(
        "{}, but at most {:.2f}: {} agree roughly, so means are less exact than their MCSE says.", above,
        rough_rhat_limit, parts);
  return fmt::format("{}: {} differ, so neither means nor effective sample sizes are reliable.", above,
                     parts);
}

std::optional<std::string> on_size(const Extremes& found) {
  if (found.short_of)
    return fmt::format("There are fewer than {} draws per chain: too few for an effective sample size.",
                       least_draws_for_ess);
  if (found.least == nullptr) return std::nullopt;
  const double ess = smaller_ess(*found.least);
  if (ess >= ess_wanted)
    return fmt::format("All effective sample sizes are at least {:.0f} (smallest: {}, {:.0f}).", ess_wanted,
                       title_of(found.least->name), ess);
  return fmt::format("The smallest effective sample size is {:.0f} ({}); at least {:.0f} is needed.", ess,
                     title_of(found.least->name), ess_wanted);
}

std::string on_topics(const Evidence& evidence) {
  const double limit = std::max(rhat_limit, rhat_by_chance(evidence.n_chains, evidence.topic_draws));
  const Extremes found = extremes_of(evidence.topics, limit);
  const std::string chance =
      limit > rhat_limit
          ? fmt::format(" (with {} independent draws per chain, R-hat stays below this 99 times of 100)",
                        evidence.topic_draws)
          : "";
  if (found.above.empty())
    return fmt::format("After alignment, the proportions of all {} topics have an R-hat of at most {:.2f}{}.",
                       found.n_known, limit, chance);
  return fmt::format(
      "After alignment, the proportions of {} of {} topics have an R-hat above {:.2f}{}: {} disagree on "
      "the sizes of these topics.",
      found.above.size(), found.n_known, limit, chance, parts_of(evidence));
}

std::vector<std::string> what_is_shown(const Evidence& evidence, const Extremes& found) {
  std::vector<std::string> lines{on_agreement(evidence, found)};
  if (const auto size = on_size(found)) lines.push_back(*size);
  if (!found.still.empty())
    lines.push_back(fmt::format("Constant, so not diagnosed: {}.", listed(found.still, ", ")));
  if (!evidence.topics.empty()) lines.push_back(on_topics(evidence));
  return lines;
}

std::vector<std::string> what_is_not_shown(const Evidence& evidence) {
  std::vector<std::string> lines;
  if (evidence.n_chains == 1)
    lines.emplace_back(
        "Whether other starts lead to the same topics: one chain is compared only with itself.");
  else
    lines.emplace_back(
        "Whether the chains have the same topics: chains with the same log posterior may have different "
        "ones. Comparing the chains shows which topics they have in common.");
  lines.emplace_back("Whether there is a mode that no chain has visited: these numbers cannot reveal it.");
  return lines;
}

Advice advice_on(const Evidence& evidence, const Extremes& found) {
  const Outcome outcome = outcome_of(found);
  Advice advice{.several_chains = evidence.n_chains == 1};
  const bool differ = outcome == Outcome::disagreed || outcome == Outcome::nearly;
  if (differ || (outcome == Outcome::too_few_draws && found.least == nullptr))
    advice.sweeps = 2 * evidence.sweeps;
  else if (outcome == Outcome::too_few_draws)
    advice.sweeps = sweeps_for(smaller_ess(*found.least), evidence.burn_in, evidence.sweeps);
  if (differ) advice.burn_in = advice.sweeps / 2;
  return advice;
}

}  // namespace

std::string_view name_of(Outcome outcome, std::size_t n_chains) {
  switch (outcome) {
    case Outcome::agreed:
      return "Converged";
    case Outcome::nearly:
      return "Nearly converged: run longer";
    case Outcome::disagreed:
      return n_chains > 1 ? "Not converged: chains disagree" : "Not converged: halves of the chain disagree";
    case Outcome::too_few_draws:
      return "Too few draws to tell";
  }
  return "";
}

Judgement judge(const Evidence& evidence) {
  const Extremes found = extremes_of(evidence.quantities, rhat_limit);
  return {outcome_of(found), what_is_shown(evidence, found), what_is_not_shown(evidence),
          advice_on(evidence, found)};
}

double rhat_by_chance(std::size_t n_chains, std::size_t draws) {
  const auto halves = static_cast<double>(2 * n_chains);
  const double n = std::floor(static_cast<double>(draws) / 2);
  // The R-hat of ranks is the larger of two that hardly depend on each other: of ranks, and of folded ranks.
  constexpr double each = 0.995;
  return std::sqrt((f_quantile(halves - 1, halves * (n - 1), each) + n - 1) / n);
}

std::uint64_t sweeps_for(double ess, std::uint64_t burn_in, std::uint64_t sweeps) {
  const double needed =
      static_cast<double>(burn_in) + static_cast<double>(sweeps - burn_in) * ess_wanted / ess;
  const double unit = std::pow(10, std::floor(std::log10(needed)) - 1);
  return static_cast<std::uint64_t>(std::ceil(needed / unit) * unit);
}

}  // namespace themata
