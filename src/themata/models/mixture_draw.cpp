#include "themata/models/mixture_draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "themata/inference/known_topics_predictor.hpp"
#include "themata/inference/means_by_type.hpp"
#include "themata/models/start.hpp"

namespace themata {

std::vector<double> phi_of_types(const DrawContext& context, const ModelDraw& draw,
                                 std::span<const std::uint32_t> types, Beyond beyond, Pool& pool) {
  const std::size_t fitted = draw.n_topics();
  const SparseCounts counts = topic_word_counts({context.corpus, context.z, fitted});
  const WordPrior& prior = context.given.word_prior;
  std::vector<double> phi = means_by_type(TopicWordMeans(counts, draw.topic_words(), prior), types, pool);
  if (beyond == Beyond::nothing) return phi;
  const double total_weight = prior.total_weight(context.corpus.n_types());
  std::vector<double> with_rest;
  with_rest.reserve(types.size() * (fitted + 1));
  for (std::size_t word = 0; word < types.size(); ++word) {
    const auto row = std::span(phi).subspan(word * fitted, fitted);
    with_rest.insert(with_rest.end(), row.begin(), row.end());
    with_rest.push_back(prior.weight(types[word]) / total_weight);
  }
  return with_rest;
}

std::vector<double> weights_with_rest(const ModelDraw& draw) {
  std::vector<double> weights = draw.prior_weights();
  if (const auto rest = draw.rest()) weights.push_back(*rest);
  return weights;
}

std::unique_ptr<Predictor> known_topics_predictor(const DrawContext& context, const ModelDraw& draw,
                                                  std::span<const std::uint32_t> types, double discount,
                                                  Pool& pool) {
  const Beyond beyond = draw.rest() ? Beyond::rest : Beyond::nothing;
  return std::make_unique<KnownTopicsPredictor>(
      KnownTopics(weights_with_rest(draw), phi_of_types(context, draw, types, beyond, pool), discount));
}

std::vector<std::vector<double>> word_pseudo_counts(const DrawContext& context, double beta, RowRange rows) {
  const WordPrior& prior = context.given.word_prior;
  std::vector<double> symmetric(context.corpus.n_types(), beta);
  for (std::size_t v = 0; v < symmetric.size(); ++v) symmetric[v] *= prior.weight(v);
  std::vector<std::vector<double>> pseudo(rows.last - rows.first, symmetric);
  for (const Seed& seed : prior.seeds())
    if (seed.topic >= rows.first && seed.topic < rows.last)
      pseudo[seed.topic - rows.first][seed.type] += seed.count;
  for (std::size_t i = 0; i < context.z.size(); ++i)
    if (context.z[i] >= rows.first && context.z[i] < rows.last)
      pseudo[context.z[i] - rows.first][context.corpus.tokens()[i]] += 1;
  return pseudo;
}

SparseCounts document_topic_counts(const DrawContext& context, std::size_t n_topics) {
  return document_topic_counts({context.corpus, context.z, n_topics});
}

std::optional<std::string> find_fault_of_alpha(const std::vector<double>& alpha, double least) {
  for (const double a : alpha)
    if (!std::isfinite(a) || a <= least) return fmt::format("alpha is not above {:g}", least);
  return std::nullopt;
}

std::vector<double> weights_above_zero(std::vector<double> weights) {
  for (double& weight : weights) weight = std::max(weight, least_weight);
  return weights;
}

std::optional<std::string> find_fault_of_pi(double pi) {
  if (!(pi > 0 && pi <= 1)) return "pi is not above 0 and at most 1";
  return std::nullopt;
}

}  // namespace themata
