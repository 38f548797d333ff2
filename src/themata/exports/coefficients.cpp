#include <fmt/core.h>

#include <utility>

#include "themata/evaluate/estimate.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

void require_coefficients(const ShownFit& shown) {
  const std::string path = shown.fit.path.string();
  if (shown.draw.coefficients() == nullptr)
    throw UsageError(fmt::format("{}: is a fit of {}; `format` coefficients needs a fit of {}", path,
                                 shown.fit.model(),
                                 models_where([](const ModelInfo& model) { return model.covariates; })));
  if (shown.fit.kept_sweeps(shown.draw.chain).empty())
    throw UsageError(fmt::format("{}: has kept no draws; `format` coefficients summarizes draws", path));
}

/// "mean\tsd\tq5\tq95" of one coefficient's draws.
std::string summary_of(std::vector<double> draws) {
  const Estimate e = estimate_of(std::move(draws), 0.9);
  return fmt::format("{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}", e.mean, e.sd, e.low, e.high);
}

}  // namespace

void export_coefficients(const ShownFit& shown, const Place& output) {
  require_coefficients(shown);
  const std::vector<std::string> names = shown.given.covariates.column_names();
  const std::size_t topics = shown.draw.n_topics();
  std::vector<std::vector<double>> draws(topics * names.size());
  for (const std::uint64_t sweep : shown.fit.kept_sweeps(shown.draw.chain)) {
    const Draw draw = drawn_beside(shown, sweep);
    const TopicCoefficients& of = *draw.coefficients();
    if (of.n_columns != names.size())
      throw InputError(draw_path(shown.fit.path, shown.draw.chain, sweep).string(), 0,
                       "is damaged: it does not match the covariates of its fit");
    for (std::size_t i = 0; i < draws.size(); ++i) draws[i].push_back(of.lambda[i]);
  }
  OutputFile file(output);
  file.write("topic\tcovariate\tmean\tsd\tq5\tq95\n");
  for (std::size_t k = 0; k < topics; ++k)
    for (std::size_t j = 0; j < names.size(); ++j)
      file.print("{}\t{}\t{}\n", k, one_line(names[j]), summary_of(std::move(draws[k * names.size() + j])));
  file.commit();
}

}  // namespace themata
