#include "themata/effects/effect.hpp"

#include <algorithm>
#include <utility>

#include "themata/effects/design.hpp"
#include "themata/effects/documents.hpp"
#include "themata/effects/drawn_theta.hpp"
#include "themata/effects/questions.hpp"
#include "themata/effects/regression.hpp"
#include "themata/effects/topic_choice.hpp"
#include "themata/effects/warnings.hpp"
#include "themata/store/levels_warning.hpp"

namespace themata {

namespace {

/// Coefficients of all draws, and what they say.
class EffectRun {
 public:
  EffectRun(const AlignedDraws& draws, const Design& design, const EffectOptions& options, Pool& pool)
      : draws_(draws),
        design_(design),
        options_(options),
        pool_(pool),
        x_(design.matrix()),
        regression_(x_, design.names()),
        questions_(design, options),
        found_(draws) {
    for (std::size_t d = 0; d < design.used().size(); ++d)
      if (design.used()[d]) documents_.push_back(d);
    const std::size_t kept = draws.sources().size();
    repeats_ = (std::max<std::size_t>(1, options.draws) + kept - 1) / kept;
  }

  EffectResult run() {
    const std::vector<std::size_t> topics = choose_topics(draws_.pivot(), options_.topics);
    answers_.resize(topics.size());
    proportions_.assign(topics.size(), 0);
    for (const auto& source : draws_.sources()) add(draws_.read(source), source, topics);
    return result(topics);
  }

 private:
  void add(const AlignedDraw& draw, const AlignedDraws::Source& source,
           const std::vector<std::size_t>& topics) {
    found_.add(draw);
    const ResponseSums sums = sums_of(DrawnTheta(draw, topics), topics.size());
    const Regression::Fitted fitted = regression_.fit(sums);
    pool_.for_each(topics.size(), [&](std::size_t i) {
      if (!draw.matches[topics[i]]) return;
      proportions_[i] += sums.cross(0, static_cast<Eigen::Index>(i)) / static_cast<double>(documents_.size());
      // Beyond the documents, whose proportions come from the first of these numbers.
      constexpr std::uint64_t beyond_documents = 1ULL << 40;
      Stream stream(chain_key(0, source.chain), Purpose::effect, source.sweep, beyond_documents + topics[i]);
      for (std::size_t r = 0; r < repeats_; ++r)
        answers_[i].push_back(questions_.rows() * regression_.draw(fitted, i, stream));
    });
  }

  ResponseSums sums_of(const DrawnTheta& theta, std::size_t n_topics) {
    return sum_over_documents(documents_.size(), ResponseSums(design_.n_columns(), n_topics), pool_,
                              [&](ResponseSums& sums, std::size_t i) {
                                Eigen::VectorXd y(static_cast<Eigen::Index>(n_topics));
                                theta.draw(documents_[i], {y.data(), n_topics});
                                sums.cross.noalias() +=
                                    x_.row(static_cast<Eigen::Index>(i)).transpose() * y.transpose();
                                sums.squares += y.cwiseAbs2();
                              });
  }

  std::vector<Estimate> estimates(std::size_t topic, bool everywhere) const {
    std::vector<Estimate> estimates;
    for (Eigen::Index q = 0; q < questions_.rows().rows(); ++q) {
      std::vector<double> values;
      if (everywhere)
        for (const Eigen::VectorXd& answer : answers_[topic]) values.push_back(answer[q]);
      estimates.push_back(estimate_of(std::move(values), options_.interval));
    }
    return estimates;
  }

  EffectResult result(const std::vector<std::size_t>& topics) {
    EffectResult result{.formula = options_.formula, .interval = options_.interval};
    result.documents = documents_.size();
    result.chains = draws_.chains();
    result.kept_draws = draws_.sources().size();
    result.draws = repeats_ * result.kept_draws;
    result.all_topics = draws_.pivot().draw.n_topics();
    const FoundTopics found = found_.found();
    result.topics = describe_topics(draws_.pivot(), topics, found);
    if (std::string warning = found.unclear.text(topics); !warning.empty())
      result.warnings.push_back(std::move(warning));
    std::vector<std::vector<Estimate>> answers(topics.size());
    pool_.for_each(topics.size(),
                   [&](std::size_t i) { answers[i] = estimates(i, result.topics[i].everywhere); });
    for (std::size_t i = 0; i < topics.size(); ++i)
      if (result.topics[i].draws > 0)
        result.topics[i].proportion = proportions_[i] / static_cast<double>(result.topics[i].draws);
    questions_.put(answers, result);
    if (const auto warning = terms_warning(design_, x_)) result.warnings.push_back(*warning);
    return result;
  }

  const AlignedDraws& draws_;
  const Design& design_;
  const EffectOptions& options_;
  Pool& pool_;
  Eigen::MatrixXd x_;
  Regression regression_;
  Questions questions_;
  FoundCounter found_;
  std::vector<std::size_t> documents_;                 ///< that are used
  std::size_t repeats_ = 1;                            ///< coefficients for each kept draw
  std::vector<std::vector<Eigen::VectorXd>> answers_;  ///< topics, draws
  std::vector<double> proportions_;                    ///< sums over draws
};

/// Those of the metadata and of what the whole result has.
void add_warnings(EffectResult& result, const Design& design, const Formula& formula,
                  std::span<const DocumentRow> rows) {
  const auto add = [&](const std::optional<std::string>& warning) {
    if (warning) result.warnings.push_back(*warning);
  };
  for (const Covariate& variable : design.variables())
    if (variable.kind == CovariateKind::factor && !formula.is_always_factor(variable.name))
      add(levels_warning(rows, variable.name));
  add(bounds_warning(result));
}

}  // namespace

EffectResult effect(const FitFolder& fit, std::optional<std::uint32_t> chain, const EffectOptions& options,
                    Pool& pool) {
  const Formula formula = parse_formula(options.formula);
  const AlignedDraws draws(fit, chain, pool);
  const CorpusFolder& corpus = draws.pivot().corpus;
  const std::vector<DocumentRow> rows = read_documents(corpus);
  const std::vector<bool> wanted = with_words(corpus.corpus);
  const Design design(formula, rows, wanted, options.references);
  if (!options.leave_out_missing) check_missing(design.variables(), wanted, rows);
  EffectResult result = EffectRun(draws, design, options, pool).run();
  require_common_topics(result.topics, result.chains);
  result.without_words = count_empty(corpus.corpus);
  result.left_out = left_out(wanted, design.used());
  add_warnings(result, design, formula, rows);
  return result;
}

}  // namespace themata
