#include "themata/models/dmr/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/inference/known_topics_predictor.hpp"
#include "themata/models/dmr/design.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/mixture_draw.hpp"
#include "themata/random/elementary.hpp"

namespace themata::dmr {

namespace {

CommonArrays common_arrays(const Draw::Parameters& of) { return {of.mean_weights, of.beta, 0, {}}; }

/// theta_dk = (m_dk + alpha_dk) / (N_d + A_d)
class Proportions : public DocumentProportions {
 public:
  Proportions(const DrawContext& context, SparseCounts counts, const TopicCoefficients& of)
      : DocumentProportions(std::move(counts)),
        corpus_(context.corpus),
        design_(distinct_rows(context.given.covariates)),
        lambda_(of.lambda) {
    for (std::size_t r = 0; r < design_.n_rows(); ++r) {
      const std::vector<double> weights = weights_of(design_.row(r), lambda_);
      totals_.push_back(std::accumulate(weights.begin(), weights.end(), 0.0));
    }
  }

  double share(std::size_t d, std::size_t k, std::int32_t count) const override {
    const std::uint32_t r = design_.row_of[d];
    const std::size_t columns = design_.n_columns;
    const double weight =
        portable_exp(predictor_of(design_.row(r), std::span(lambda_).subspan(k * columns, columns)));
    return (count + weight) / total(d);
  }
  void draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& stream,
            std::span<double> theta) const override {
    draw_dirichlet_of(d, topics, total(d), stream, theta);
  }

 private:
  double total(std::size_t d) const {
    return static_cast<double>(corpus_.length(d)) + totals_[design_.row_of[d]];
  }

  const Corpus& corpus_;
  Design design_;
  std::vector<double> lambda_;
  std::vector<double> totals_;  ///< A_d by row of the design
};

/// New documents, each with weights of topics by its covariates.
class CovariatePredictor : public KnownTopicsPredictor {
 public:
  CovariatePredictor(KnownTopics topics, std::vector<double> lambda)
      : KnownTopicsPredictor(std::move(topics)), lambda_(std::move(lambda)) {}

  std::unique_ptr<Predictor> with_covariates(std::span<const double> covariates,
                                             std::span<const std::uint32_t> words) const override {
    return std::make_unique<KnownTopicsPredictor>(
        known_topics()->with_prior(weights_of(covariates, lambda_), words));
  }

 private:
  std::vector<double> lambda_;
};

bool are_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz) {
  if (!npz.has("lambda") || !npz.has("mu") || !npz.has("sigma")) return nullptr;
  const CommonArrays arrays = read_common_arrays(npz);
  TopicCoefficients coefficients{0, npz.read<double>("lambda"), npz.read<double>("mu"),
                                 npz.read<double>("sigma")};
  coefficients.n_columns = coefficients.mu.size();
  return std::make_unique<Draw>(Parameters{std::move(coefficients), arrays.beta, arrays.alpha});
}

void Draw::save(NpzWriter& npz) const {
  const TopicCoefficients& of = of_.coefficients;
  themata::save(npz, common_arrays(of_));
  npz.add("lambda", std::span<const double>(of.lambda), {n_topics(), of.n_columns});
  npz.add("mu", std::span<const double>(of.mu), {of.mu.size()});
  npz.add("sigma", std::span<const double>(of.sigma), {of.sigma.size()});
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, common_arrays(of_));
  for (const auto* values : {&of_.coefficients.lambda, &of_.coefficients.mu, &of_.coefficients.sigma})
    sum.add(std::span<const double>(*values));
}

std::optional<std::string> Draw::find_fault() const {
  if (auto fault = find_fault_of_alpha(of_.mean_weights, 0)) return fault;
  if (auto fault = themata::find_fault(common_arrays(of_))) return fault;
  const TopicCoefficients& of = of_.coefficients;
  if (of.n_columns == 0 || of.sigma.size() != of.n_columns || of.lambda.size() != n_topics() * of.n_columns)
    return "lambda, mu and sigma do not have the same columns";
  if (!are_finite(of.lambda) || !are_finite(of.mu)) return "lambda or mu has values that are not finite";
  if (!are_finite(of.sigma) || std::ranges::any_of(of.sigma, [](double x) { return x <= 0; }))
    return "sigma has values that are not above 0";
  return std::nullopt;
}

std::optional<std::string> Draw::find_mismatch(const GivenPriors& given) const {
  if (given.covariates.empty()) return "its fit has no covariates of documents";
  const std::size_t columns = given.covariates.n_columns();
  if (columns != of_.coefficients.n_columns)
    return fmt::format("it has coefficients of {} columns; its fit has {}", of_.coefficients.n_columns,
                       columns);
  return std::nullopt;
}

void Draw::add_to_start(StartTopics& start) const {
  start.weights = weights_above_zero(of_.mean_weights);
  start.hyperparameters[start_hyper::beta] = of_.beta;
  start.hyperparameters[start_hyper::document_concentration] =
      std::accumulate(of_.mean_weights.begin(), of_.mean_weights.end(), 0.0);
}

void Draw::renumber(const Renumbering& renumbering) {
  of_.mean_weights = in_order(of_.mean_weights, renumbering.order);
  std::vector<double> lambda;
  const std::size_t columns = of_.coefficients.n_columns;
  for (const std::uint16_t k : renumbering.order)
    for (std::size_t j = 0; j < columns; ++j) lambda.push_back(of_.coefficients.lambda[k * columns + j]);
  of_.coefficients.lambda = std::move(lambda);
}

void Draw::add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  const auto pseudo = word_pseudo_counts(context, of_.beta, rows);
  for (std::size_t k = 0; k < pseudo.size(); ++k) moments.add(k, pseudo[k]);
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return std::make_unique<Proportions>(context, document_topic_counts(context, n_topics()), of_.coefficients);
}

void Draw::add_document_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  for (std::size_t d = rows.first; d < rows.last; ++d) {
    std::vector<double> pseudo = weights_of(context.given.covariates.of(d), of_.coefficients.lambda);
    for (std::size_t i = context.corpus.offsets()[d]; i < context.corpus.offsets()[d + 1]; ++i)
      pseudo[context.z[i - context.first_token]] += 1;
    moments.add(d - rows.first, pseudo);
  }
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool& pool) const {
  return std::make_unique<CovariatePredictor>(
      KnownTopics(of_.mean_weights, phi_of_types(context, *this, types, Beyond::nothing, pool)),
      of_.coefficients.lambda);
}

}  // namespace themata::dmr
