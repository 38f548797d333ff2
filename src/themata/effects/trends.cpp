#include "themata/effects/trends.hpp"

#include <algorithm>
#include <utility>

#include "themata/effects/documents.hpp"
#include "themata/effects/drawn_theta.hpp"
#include "themata/effects/period_words.hpp"
#include "themata/effects/topic_choice.hpp"
#include "themata/random/eigen.hpp"
#include "themata/store/levels_warning.hpp"

namespace themata {

namespace {

/// Sums of theta by topic and period.
struct PeriodSums {
  Eigen::MatrixXd theta;  ///< topics x periods
  void add(const PeriodSums& other) { theta += other.theta; }
};

class TrendRun {
 public:
  TrendRun(const AlignedDraws& draws, const Periods& periods, const TrendOptions& options, Pool& pool)
      : draws_(draws),
        periods_(periods),
        options_(options),
        pool_(pool),
        topics_(choose_topics(draws.pivot(), options.topics)),
        words_(draws.pivot(), periods, topics_),
        found_(draws),
        values_(topics_.size(), std::vector<std::vector<double>>(periods.names.size())),
        described_(periods.names.size()) {
    const Corpus& corpus = draws.pivot().corpus.corpus;
    for (std::size_t d = 0; d < periods.of.size(); ++d) {
      if (periods.of[d] == Periods::none) continue;
      TrendPeriod& period = described_[periods.of[d]];
      ++period.documents;
      period.tokens += corpus.length(d);
    }
    for (std::size_t t = 0; t < described_.size(); ++t) described_[t].name = periods.names[t];
  }

  TrendsResult run() {
    for (const auto& source : draws_.sources()) {
      const AlignedDraw draw = draws_.read(source);
      found_.add(draw);
      words_.add(draw, pool_);
      add_proportions(draw);
    }
    TrendsResult result{.by = options_.by, .interval = options_.interval, .chains = draws_.chains()};
    result.kept_draws = draws_.sources().size();
    result.all_topics = draws_.pivot().draw.n_topics();
    result.periods = described_;
    const FoundTopics found = found_.found();
    result.topics = describe_topics(draws_.pivot(), topics_, found);
    if (std::string warning = found.unclear.text(topics_); !warning.empty())
      result.warnings.push_back(std::move(warning));
    result.cells.resize(topics_.size());
    pool_.for_each(topics_.size(), [&](std::size_t i) { result.cells[i] = cells(i, result.topics[i]); });
    return result;
  }

 private:
  void add_proportions(const AlignedDraw& draw) {
    const auto rows = static_cast<Eigen::Index>(topics_.size()),
               columns = static_cast<Eigen::Index>(periods_.names.size());
    const DrawnTheta theta(draw, topics_);
    const PeriodSums sums =
        sum_over_documents(periods_.of.size(), PeriodSums{Eigen::MatrixXd::Zero(rows, columns)}, pool_,
                           [&](PeriodSums& part, std::size_t d) {
                             if (periods_.of[d] == Periods::none) return;
                             Eigen::VectorXd drawn(rows);
                             theta.draw(d, {drawn.data(), topics_.size()});
                             part.theta.col(static_cast<Eigen::Index>(periods_.of[d])) += drawn;
                           });
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      if (!draw.matches[topics_[i]]) continue;
      for (std::size_t t = 0; t < described_.size(); ++t)
        values_[i][t].push_back(sums.theta(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(t)) /
                                static_cast<double>(described_[t].documents));
    }
  }

  std::vector<TrendCell> cells(std::size_t i, EffectTopic& topic) const {
    std::vector<TrendCell> cells(described_.size());
    double documents = 0;
    for (std::size_t t = 0; t < cells.size(); ++t) {
      const auto n = static_cast<double>(described_[t].documents);
      documents += n;
      cells[t].proportion =
          estimate_of(topic.everywhere ? values_[i][t] : std::vector<double>(), options_.interval);
      if (topic.everywhere) topic.proportion += n * cells[t].proportion.mean;
    }
    topic.proportion /= documents;
    if (!topic.everywhere) return cells;
    for (std::size_t t = 0; t < cells.size(); ++t) {
      cells[t].words = words_.leading(i, t, options_.words);
      if (cells.size() > 1) cells[t].changed = words_.changed(i, t, options_.words);
      cells[t].is_burst = cells[t].proportion.low > options_.burst * topic.proportion;
    }
    return cells;
  }

  const AlignedDraws& draws_;
  const Periods& periods_;
  const TrendOptions& options_;
  Pool& pool_;
  std::vector<std::size_t> topics_;
  PeriodWords words_;
  FoundCounter found_;
  std::vector<std::vector<std::vector<double>>> values_;  ///< topics, periods, draws
  std::vector<TrendPeriod> described_;
};

}  // namespace

TrendsResult trends(const FitFolder& fit, std::optional<std::uint32_t> chain, const TrendOptions& options,
                    Pool& pool) {
  const AlignedDraws draws(fit, chain, pool);
  const CorpusFolder& corpus = draws.pivot().corpus;
  const std::vector<DocumentRow> rows = read_documents(corpus);
  const Covariate covariate = read_covariate(rows, options.by);
  const std::vector<bool> wanted = with_words(corpus.corpus);
  if (!options.leave_out_missing) check_missing({&covariate, 1}, wanted, rows);
  std::vector<bool> used = wanted;
  for (std::size_t d = 0; d < used.size(); ++d)
    if (covariate.missing[d]) used[d] = false;
  const Periods periods = make_periods(covariate, used, options.period);
  TrendsResult result = TrendRun(draws, periods, options, pool).run();
  require_common_topics(result.topics, result.chains);
  result.without_words = count_empty(corpus.corpus);
  result.left_out = left_out(wanted, used);
  if (covariate.kind == CovariateKind::factor)
    if (const auto warning = levels_warning(rows, options.by)) result.warnings.push_back(*warning);
  return result;
}

}  // namespace themata
