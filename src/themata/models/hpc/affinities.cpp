#include "themata/models/hpc/affinities.hpp"

#include <algorithm>
#include <cmath>

#include "themata/models/hpc/label_odds.hpp"
#include "themata/random/log_concave.hpp"
#include "themata/random/slice.hpp"

namespace themata::hpc {

namespace {

/// Draws a document's affinities.
class DocumentAffinities {
 public:
  DocumentAffinities(State& state, const Context& context, std::size_t d, Labeling labeling)
      : state_(state),
        labeling_(labeling),
        labels_(state.labels.of(d)),
        xi_(state.affinities.begin() + static_cast<std::ptrdiff_t>(state.labels.begin[d]), labels_.size()),
        stream_(context.stream(Purpose::affinity, d)),
        length_(state.lengths[d]),
        tokens_(static_cast<double>(context.corpus.length(state.share.here(d)))) {}

  /// Shifts all affinities together. The topic proportions do not change, so only the labels and the prior
  /// matter. With a single label, this is the whole draw.
  void draw_level() {
    const double precision = 1 / (state_.hyper.lambda * state_.hyper.lambda);
    const double shift = draw_log_concave(stream_, 0, [&](double x) {
      LogDensityAt sum{0, 0, 0};
      for (std::size_t j = 0; j < xi_.size(); ++j) {
        const double off = xi_[j] + x - state_.hyper.eta[labels_[j]];
        sum.value -= off * off * precision / 2;
        sum.slope -= off * precision;
        sum.curvature -= precision;
        if (labeling_ == Labeling::tree) add_label(xi_[j] + x, sum);
      }
      return sum;
    });
    for (double& x : xi_) x += shift;
  }

  /// @param counts  numbers of tokens, by label
  void draw_each(std::span<const double> counts) {
    // Sums over the labels after and before, never a difference: if one label has all but e^-40 of the
    // document, this is the others' proportion, and not 0.
    std::vector<double> behind(xi_.size() + 1), behind_expected(xi_.size() + 1);
    for (std::size_t j = xi_.size(); j-- > 0;) {
      const double e = portable_exp(xi_[j]);
      behind[j] = behind[j + 1] + e;
      behind_expected[j] = behind_expected[j + 1] + e * state_.totals[labels_[j]];
    }
    double before = 0, before_expected = 0;
    for (std::size_t j = 0; j < xi_.size(); ++j) {
      draw_one(j, counts[j], before + behind[j + 1], before_expected + behind_expected[j + 1]);
      const double e = portable_exp(xi_[j]);
      before += e;
      before_expected += e * state_.totals[labels_[j]];
    }
  }

 private:
  /// @param count   tokens of label j
  /// @param others  sum of e^xi over the other labels; others_expected: weighted by their topics' rates
  void draw_one(std::size_t j, double count, double others, double others_expected) {
    const double precision = 1 / (state_.hyper.lambda * state_.hyper.lambda);
    xi_[j] = draw_shared_affinity(
        stream_, xi_[j], {{length_, tokens_}, count, state_.totals[labels_[j]], others, others_expected},
        {state_.hyper.eta[labels_[j]], precision}, labeling_);
  }

  const State& state_;
  Labeling labeling_;
  std::span<const Topic> labels_;
  std::span<double> xi_;
  Stream stream_;
  double length_, tokens_;
};

}  // namespace

double draw_shared_affinity(Stream& stream, double x_now, const SharedAffinity& of, const NormalPrior& prior,
                            Labeling labeling) {
  // The usual range of xi; far beyond it, e^x would overflow.
  constexpr double usual = 300, last = 600;
  const double most = std::max(usual, std::fabs(x_now) + 10);
  if (most > last) return x_now;
  const double length = of.document.length, tokens = of.document.tokens;
  const auto log_density = [&](double x) {
    const double e = portable_exp(x), sum = of.others + e;
    const double label = labeling == Labeling::tree ? log_one_plus_exp(-x) : 0;
    return of.count * x - tokens * portable_log(sum) - length * (of.others_expected + e * of.total) / sum -
           label - (x - prior.mean) * (x - prior.mean) * prior.precision / 2;
  };
  const double width = 2 / std::sqrt(prior.precision + of.count * (1 - of.count / std::max(tokens, 1.0)));
  return draw_by_slice(stream, x_now, width, {-most, most}, log_density);
}

void add_label(double x, LogDensityAt& sum) {
  const double absent = 1 / (1 + portable_exp(x));
  sum.value -= log_one_plus_exp(-x);
  sum.slope += absent;
  sum.curvature -= absent * (1 - absent);
}

void count_labels(const State& state, const Corpus& corpus, std::size_t d, std::vector<double>& counts) {
  const auto labels = state.labels.of(d);
  counts.assign(labels.size(), 0);
  const std::size_t here = state.share.here(d);
  for (std::size_t i = corpus.offsets()[here]; i < corpus.offsets()[here + 1]; ++i)
    ++counts[static_cast<std::size_t>(std::ranges::lower_bound(labels, state.topics[i]) - labels.begin())];
}

void draw_affinities(State& state, const Context& context, Labeling labeling) {
  state.share.for_documents(context.pool, context.corpus, documents_per_sum,
                            [&](std::size_t first, std::size_t last) {
                              std::vector<double> counts;
                              for (std::size_t d = first; d < last; ++d) {
                                if (state.labels.of(d).empty()) continue;
                                DocumentAffinities document(state, context, d, labeling);
                                document.draw_level();
                                if (state.labels.of(d).size() == 1) continue;
                                count_labels(state, context.corpus, d, counts);
                                document.draw_each(counts);
                              }
                            });
  const Share& share = state.share;
  share.complete(state.affinities,
                 share.begin_of_documents([&](std::size_t d) { return state.labels.begin[d]; }));
}

double draw_affinity_of_label(Stream& stream, double mean, double deviation) {
  const double precision = 1 / (deviation * deviation);
  return draw_log_concave(stream, mean, [&](double x) {
    const double absent = 1 / (1 + portable_exp(x)), off = x - mean;
    return LogDensityAt{-off * off * precision / 2 - log_one_plus_exp(-x), absent - off * precision,
                        -precision - absent * (1 - absent)};
  });
}

}  // namespace themata::hpc
