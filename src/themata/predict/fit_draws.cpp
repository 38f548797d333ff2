#include "themata/predict/fit_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/io/error.hpp"

namespace themata {

FitDraws::FitDraws(const std::filesystem::path& fit, std::optional<std::uint32_t> chain, DrawUse use)
    : shown_(open_shown_fit(fit, chain)) {
  std::vector<std::uint64_t> kept = shown_.fit.kept_sweeps(shown_.draw.chain);
  const bool one = kept.empty() || (finds_topics() && use == DrawUse::alike);
  if (one)
    left_out_ = kept.empty() ? 0 : kept.size() - 1;
  else
    sweeps_ = std::move(kept);
}

Draw FitDraws::read(std::size_t s) const {
  if (sweeps_.empty()) return shown_.draw;
  Draw draw = shown_.fit.draw(shown_.draw.chain, sweeps_[s]);
  const bool fits = draw.psi.empty() == shown_.draw.psi.empty() &&
                    draw.rates.has_value() == shown_.draw.rates.has_value() &&
                    (finds_topics() || draw.n_topics() == shown_.draw.n_topics());
  if (!fits || fault_beside(draw, shown_.corpus.corpus))
    throw InputError(draw_path(shown_.fit.path, shown_.draw.chain, sweeps_[s]).string(), 0,
                     "is damaged: it does not belong to this fit's other draws");
  return finds_topics() ? by_size(std::move(draw)) : in_order(std::move(draw), shown_.draw.order);
}

FitDraw FitDraws::load(std::size_t s) const {
  FitDraw result{read(s), {}, std::nullopt};
  result.given = given_of(shown_.fit, result.draw);
  if (!finds_topics() || result.draw.masks) return result;
  const std::vector<double>& psi = result.draw.psi;
  const double in_use = std::accumulate(psi.begin(), psi.end(), 0.0);
  const double of_all = result.draw.alpha.front() + result.draw.document_discount;  // as in prior_weights
  result.rest = of_all * std::max(0.0, 1 - in_use);
  return result;
}

}  // namespace themata
