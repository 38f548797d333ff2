#include "themata/summaries/posterior.hpp"

#include <span>
#include <utility>
#include <vector>

#include "themata/evaluate/draw_counts.hpp"
#include "themata/summaries/moment_table.hpp"

namespace themata {

namespace {

/// E(phi) of the shown draw.
PosteriorMatrix topic_words_of(const ShownFit& shown) {
  const SparseCounts counts = topic_word_counts(shown);
  const WordScores scores = word_scores(shown, counts);
  PosteriorMatrix matrix{counts.n_rows(), counts.n_columns, {}, {}, 0};
  matrix.mean.resize(matrix.rows * matrix.columns);
  for (std::size_t k = 0; k < matrix.rows; ++k) {
    const std::span<float> phi = std::span(matrix.mean).subspan(k * matrix.columns, matrix.columns);
    for (std::uint32_t v = 0; v < phi.size(); ++v) phi[v] = static_cast<float>(scores.probability(k, v, 0));
    const auto types = counts.columns_of(k), values = counts.counts_of(k);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto v = static_cast<std::uint32_t>(types[i]);
      phi[v] = static_cast<float>(scores.probability(k, v, values[i]));
    }
  }
  return matrix;
}

/// E(theta) of the shown draw.
PosteriorMatrix document_topics_of(const ShownFit& shown) {
  const auto proportions = shown.draw.model->proportions(shown.context());
  PosteriorMatrix matrix{shown.corpus.corpus.n_documents(), proportions->n_topics(), {}, {}, 0};
  std::vector<double> theta(matrix.columns);
  for (std::size_t d = 0; d < matrix.rows; ++d) {
    proportions->row(d, theta);
    for (const double share : theta) matrix.mean.push_back(static_cast<float>(share));
  }
  return matrix;
}

PosteriorMatrix gathered(const ShownFit& shown, PosteriorOf what, std::vector<std::uint64_t> sweeps) {
  if (!shown.fit.plugin().info().aligned_draws)
    return what == PosteriorOf::topic_words ? topic_words_of(shown) : document_topics_of(shown);
  const KeptDraws draws({shown.fit, shown.corpus.corpus, shown.draw, shown.given}, std::move(sweeps));
  const MomentTable table(what, draws);
  PosteriorMatrix matrix{table.rows(), table.columns(), {}, {}, draws.kept()};
  table.gather([&](const MomentBlock& block) {
    matrix.mean.insert(matrix.mean.end(), block.mean.begin(), block.mean.end());
    matrix.sd.insert(matrix.sd.end(), block.sd.begin(), block.sd.end());
  });
  return matrix;
}

}  // namespace

PosteriorMatrix posterior_of(const ShownFit& shown, PosteriorOf what) {
  return gathered(shown, what, shown.fit.kept_sweeps(shown.draw.chain));
}

PosteriorMatrix posterior_given(const ShownFit& shown, PosteriorOf what) { return gathered(shown, what, {}); }

}  // namespace themata
