#include "themata/summaries/posterior.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "themata/evaluate/draw_counts.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

namespace {

/// The kept draws of a chain with one numbering of the topics throughout; the summarized draw if none was
/// kept.
struct KeptDraws {
  const FitFolder& fit;
  const Corpus& corpus;
  const Draw& shown;  ///< whose order of topics holds everywhere in a fit folder
  std::vector<std::uint64_t> sweeps;

  std::size_t size() const { return std::max<std::size_t>(1, sweeps.size()); }
  void for_each(const std::function<void(const Draw&)>& visit) const {
    if (sweeps.empty()) visit(shown);
    for (const std::uint64_t sweep : sweeps) {
      Draw draw = fit.draw(shown.chain, sweep);
      if (const auto fault = find_mismatch(draw, corpus))
        throw InputError(draw_path(fit.path, shown.chain, sweep).string(), 0, "is damaged: " + *fault);
      visit(in_order(std::move(draw), shown.order));
    }
  }
};

/// A matrix of posterior moments and how a block of its rows gathers from one draw.
struct Table {
  const char* stem;  ///< of the file names
  std::size_t rows, columns;
  std::function<void(const Draw&, RowRange, PosteriorMoments&)> gather;
};

Table table_of(PosteriorOf what, const Corpus& corpus, const Draw& shown, const GivenPriors& given) {
  const auto context = [&corpus, &given](const Draw& draw) { return DrawContext{corpus, draw.z, given}; };
  if (what == PosteriorOf::topic_words)
    return {"topic-word", shown.n_topics(), corpus.n_types(),
            [context](const Draw& draw, RowRange rows, PosteriorMoments& moments) {
              draw.model->add_topic_moments(context(draw), rows, moments);
            }};
  return {"document-topic", corpus.n_documents(), shown.n_topics(),
          [context](const Draw& draw, RowRange rows, PosteriorMoments& moments) {
            draw.model->add_document_moments(context(draw), rows, moments);
          }};
}

/// Takes the next cells of a table, row by row.
using TakeCells = std::function<void(std::span<const float> mean, std::span<const float> sd)>;

/// Gathers a table in blocks of rows, so that memory stays bounded.
void gather(const KeptDraws& draws, const Table& table, const TakeCells& take) {
  constexpr std::size_t block_cells = std::size_t{1} << 23;
  const std::size_t block = std::max<std::size_t>(1, block_cells / std::max<std::size_t>(1, table.columns));
  for (std::size_t first = 0; first < table.rows; first += block) {
    const std::size_t last = std::min(first + block, table.rows);
    PosteriorMoments moments(last - first, table.columns);
    draws.for_each([&](const Draw& draw) { table.gather(draw, {first, last}, moments); });
    std::vector<float> mean(moments.n_cells()), sd(moments.n_cells());
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] = static_cast<float>(moments.mean(i, draws.size()));
      sd[i] = static_cast<float>(moments.sd(i, draws.size()));
    }
    take(mean, sd);
  }
}

void write_table(const KeptDraws& draws, const Table& table) {
  const auto path = [&](const char* what) {
    return draws.fit.path / fmt::format("{}-{}-{}.npy", table.stem, draws.shown.chain, what);
  };
  AtomicFile means(path("mean")), deviations(path("sd"));
  const std::string header = npy_header(npy_type<float>(), {table.rows, table.columns});
  means.write(header);
  deviations.write(header);
  gather(draws, table, [&](std::span<const float> mean, std::span<const float> sd) {
    means.write({reinterpret_cast<const char*>(mean.data()), mean.size_bytes()});
    deviations.write({reinterpret_cast<const char*>(sd.data()), sd.size_bytes()});
  });
  means.commit();
  deviations.commit();
}

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

}  // namespace

namespace {

PosteriorMatrix gathered(const ShownFit& shown, PosteriorOf what, std::vector<std::uint64_t> sweeps) {
  if (!shown.fit.plugin().info().aligned_draws)
    return what == PosteriorOf::topic_words ? topic_words_of(shown) : document_topics_of(shown);
  const KeptDraws draws{shown.fit, shown.corpus.corpus, shown.draw, std::move(sweeps)};
  const Table table = table_of(what, shown.corpus.corpus, shown.draw, shown.given);
  PosteriorMatrix matrix{table.rows, table.columns, {}, {}, draws.sweeps.size()};
  gather(draws, table, [&](std::span<const float> mean, std::span<const float> sd) {
    matrix.mean.insert(matrix.mean.end(), mean.begin(), mean.end());
    matrix.sd.insert(matrix.sd.end(), sd.begin(), sd.end());
  });
  return matrix;
}

}  // namespace

PosteriorMatrix posterior_of(const ShownFit& shown, PosteriorOf what) {
  return gathered(shown, what, shown.fit.kept_sweeps(shown.draw.chain));
}

PosteriorMatrix posterior_given(const ShownFit& shown, PosteriorOf what) { return gathered(shown, what, {}); }

void write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  if (sweeps.empty()) return;
  const Draw shown = fit.summarized_draw(chain);
  const KeptDraws draws{fit, corpus.corpus, shown, sweeps};
  const GivenPriors given = given_of(fit, shown);
  for (const PosteriorOf what : {PosteriorOf::topic_words, PosteriorOf::document_topics})
    write_table(draws, table_of(what, corpus.corpus, shown, given));
}

}  // namespace themata
