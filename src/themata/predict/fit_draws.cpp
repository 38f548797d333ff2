#include "themata/predict/fit_draws.hpp"

#include <fmt/core.h>

#include <utility>

#include "themata/io/error.hpp"

namespace themata {

FitDraws::FitDraws(FitFolder fit, std::optional<std::uint32_t> chain, DrawUse use, std::uint64_t most)
    : shown_(open_shown_fit(std::move(fit), chain)) {
  const std::vector<std::uint64_t> kept = shown_.fit.kept_sweeps(shown_.draw.chain);
  kept_ = kept.size();
  const bool one = kept.empty() || (finds_topics() && use == DrawUse::alike);
  if (one)
    left_out_ = kept.empty() ? 0 : kept.size() - 1;
  else
    sweeps_ = evenly_spread(kept, most);
}

Draw FitDraws::read(std::size_t s) const {
  if (sweeps_.empty()) return shown_.draw;
  return drawn_beside(shown_, sweeps_[s]);
}

FitDraw FitDraws::load(std::size_t s) const {
  FitDraw result{read(s), {}};
  result.given = finds_topics() ? given_of(shown_.fit, result.draw) : shown_.given;
  return result;
}

std::unique_ptr<Predictor> FitDraws::predictor(const FitDraw& loaded, std::span<const std::uint32_t> types,
                                               Pool& pool) const {
  return loaded.draw.model->predictor({shown_.corpus.corpus, loaded.draw.z, loaded.given}, types, pool);
}

std::unique_ptr<Predictor> FitDraws::predictor(std::size_t s, std::span<const std::uint32_t> types,
                                               Pool& pool) const {
  return predictor(load(s), types, pool);
}

}  // namespace themata
