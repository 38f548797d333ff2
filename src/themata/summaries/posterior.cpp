#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

namespace {

/// The kept draws of a chain with one numbering of the topics throughout.
struct KeptDraws {
  const FitFolder& fit;
  const Corpus& corpus;
  std::uint32_t chain;
  std::vector<std::uint64_t> sweeps;
  std::vector<std::uint16_t> order;  ///< that of the summarized draw, as everywhere in a fit folder

  void for_each(const std::function<void(const Draw&)>& visit) const {
    for (const std::uint64_t sweep : sweeps) {
      Draw draw = fit.draw(chain, sweep);
      if (const auto fault = find_mismatch(draw, corpus))
        throw InputError(draw_path(fit.path, chain, sweep).string(), 0, "is damaged: " + *fault);
      visit(in_order(std::move(draw), order));
    }
  }
};

void write(const PosteriorMoments& moments, AtomicFile& means, AtomicFile& deviations, std::size_t draws) {
  std::vector<float> mean(moments.n_cells()), sd(moments.n_cells());
  for (std::size_t i = 0; i < mean.size(); ++i) {
    mean[i] = static_cast<float>(moments.mean(i, draws));
    sd[i] = static_cast<float>(moments.sd(i, draws));
  }
  means.write({reinterpret_cast<const char*>(mean.data()), mean.size() * sizeof(float)});
  deviations.write({reinterpret_cast<const char*>(sd.data()), sd.size() * sizeof(float)});
}

/// A matrix of posterior moments and how a block of its rows gathers from one draw.
struct Table {
  std::string stem;  ///< of the file names
  std::size_t rows, columns;
  std::function<void(const Draw&, RowRange, PosteriorMoments&)> gather;
};

void write_table(const KeptDraws& draws, const Table& table) {
  const auto path = [&](const char* what) {
    return draws.fit.path / fmt::format("{}-{}-{}.npy", table.stem, draws.chain, what);
  };
  AtomicFile means(path("mean")), deviations(path("sd"));
  const std::string header = npy_header(npy_type<float>(), {table.rows, table.columns});
  means.write(header);
  deviations.write(header);
  constexpr std::size_t block_cells = std::size_t{1} << 23;
  const std::size_t block = std::max<std::size_t>(1, block_cells / std::max<std::size_t>(1, table.columns));
  for (std::size_t first = 0; first < table.rows; first += block) {
    const std::size_t last = std::min(first + block, table.rows);
    PosteriorMoments moments(last - first, table.columns);
    draws.for_each([&](const Draw& draw) { table.gather(draw, {first, last}, moments); });
    write(moments, means, deviations, draws.sweeps.size());
  }
  means.commit();
  deviations.commit();
}

}  // namespace

void write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  if (sweeps.empty()) return;
  const Draw shown = fit.summarized_draw(chain);
  const KeptDraws draws{fit, corpus.corpus, chain, sweeps, shown.order};
  const GivenPriors given = given_of(fit, shown);
  const auto context = [&](const Draw& draw) { return DrawContext{corpus.corpus, draw.z, given}; };
  write_table(draws, {"topic-word", shown.n_topics(), corpus.corpus.n_types(),
                      [&](const Draw& draw, RowRange rows, PosteriorMoments& moments) {
                        draw.model->add_topic_moments(context(draw), rows, moments);
                      }});
  write_table(draws, {"document-topic", corpus.corpus.n_documents(), shown.n_topics(),
                      [&](const Draw& draw, RowRange rows, PosteriorMoments& moments) {
                        draw.model->add_document_moments(context(draw), rows, moments);
                      }});
}

}  // namespace themata
