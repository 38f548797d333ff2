#include "themata/predict/infer.hpp"

#include <algorithm>
#include <cmath>

#include "themata/chain/pool.hpp"
#include "themata/io/memory.hpp"
#include "themata/predict/shares_file.hpp"

namespace themata {

namespace {

/// Topic proportions of the documents of a batch, summed over the draws of a fit.
class SharesOfBatch {
 public:
  SharesOfBatch(std::size_t documents, std::size_t topics)
      : topics_(topics), mean_(documents * topics), square_(documents * topics), inner_(documents * topics) {}

  void add(std::size_t document, const ProportionMoments& moments) {
    for (std::size_t k = 0; k < topics_; ++k) {
      const std::size_t cell = document * topics_ + k;
      mean_[cell] += moments.mean[k];
      square_[cell] += moments.mean[k] * moments.mean[k];
      inner_[cell] += moments.variance[k];
    }
  }
  /// Turns the sums over `draws` draws into means and standard deviations.
  void finish(std::size_t draws) {
    const auto n = static_cast<double>(draws);
    for (std::size_t cell = 0; cell < mean_.size(); ++cell) {
      mean_[cell] /= n;
      const double between =
          draws > 1 ? std::max(0.0, (square_[cell] - n * mean_[cell] * mean_[cell]) / (n - 1)) : 0.0;
      square_[cell] = std::sqrt(inner_[cell] / n + between);
    }
  }
  std::span<const double> mean(std::size_t document) const { return row(mean_, document); }
  std::span<const double> sd(std::size_t document) const { return row(square_, document); }

 private:
  std::span<const double> row(const std::vector<double>& cells, std::size_t document) const {
    return std::span(cells).subspan(document * topics_, topics_);
  }
  std::size_t topics_;
  std::vector<double> mean_, square_, inner_;
};

/// The data that every batch needs.
struct Inference {
  const FitDraws& draws;
  const NewDocuments& documents;
  GibbsLength length;
  Key key;
  Pool& pool;
  Covariates covariates;
};

SharesOfBatch infer_batch(const Inference& inference, const BagBatch& bags, std::size_t topics) {
  const Batch& batch = bags.batch;
  SharesOfBatch shares(batch.documents.size(), topics);
  for (std::size_t s = 0; s < inference.draws.size(); ++s) {
    const auto known = inference.draws.predictor(s, batch.types, inference.pool);
    inference.pool.for_each(batch.documents.size(), [&](std::size_t i) {
      Stream stream(inference.key, Purpose::infer, inference.draws.sweep(s), bags.hashes[i]);
      const DocumentPredictor own(*known, inference.covariates, batch.first + i, batch.documents[i]);
      shares.add(i, own->draw_proportions(batch.documents[i], inference.length, stream));
    });
  }
  shares.finish(inference.draws.size());
  return shares;
}

InferSummary summary_of(const Inference& inference) {
  const FitDraws& draws = inference.draws;
  const NewDocuments& documents = inference.documents;
  InferSummary summary;
  summary.documents = documents.size();
  summary.empty = documents.n_empty();
  summary.tokens = documents.tokens_known();
  summary.unknown_tokens = documents.tokens_unknown();
  summary.unknown_words = documents.unknown_words();
  summary.import_differences = import_differences(documents.folder(), draws.corpus());
  summary.chain = draws.chain();
  summary.draws = draws.size();
  summary.draws_left_out = draws.n_left_out();
  summary.sweep = draws.sweep(draws.size() - 1);
  summary.has_rest = draws.has_rest();
  summary.length = inference.length;
  return summary;
}

constexpr std::size_t batch_cells = std::size_t{1} << 24;

void require_room(const FitDraws& draws, const NewDocuments& documents, std::size_t topics,
                  SharesFormat format) {
  const std::uint64_t words =
      std::min<std::uint64_t>(draws.corpus().corpus.n_types(), documents.folder().corpus.n_types());
  const std::uint64_t cells = std::min<std::uint64_t>(batch_cells, documents.size() * std::uint64_t{topics});
  const std::uint64_t whole = format == SharesFormat::npz ? 16 * documents.size() * std::uint64_t{topics} : 0;
  require_memory(8 * words * topics + 24 * cells + whole, "the inference",
                 "give another `format` than npz, or fewer documents at a time");
}

}  // namespace

InferSummary infer(const FitDraws& draws, const NewDocuments& documents, const InferOptions& options,
                   Pool& pool, const MakeShares& make_shares) {
  const Inference inference{draws,
                            documents,
                            with_defaults(options.length, draws.size()),
                            chain_key(options.seed, draws.chain()),
                            pool,
                            covariates_of(documents, draws.shown().given.covariates)};
  const std::size_t topics = draws.shown().draw.n_topics() + (draws.has_rest() ? 1 : 0);
  const std::vector<DocumentRow> rows = read_documents(documents.folder());
  const auto shares_file = make_shares({documents.size(), topics, draws.has_rest()});
  for (std::size_t first = 0; first < documents.size();) {
    const BagBatch bags = make_bags(documents, first, batch_cells, topics);
    const SharesOfBatch shares = infer_batch(inference, bags, topics);
    for (std::size_t i = 0; i < bags.batch.documents.size(); ++i, ++first)
      shares_file->add({first, rows[first].id, documents.n_known(first), documents.n_unknown(first),
                        shares.mean(i), shares.sd(i)});
  }
  shares_file->commit();
  return summary_of(inference);
}

InferSummary infer(const FitDraws& draws, const std::filesystem::path& corpus,
                   const std::filesystem::path& output, const InferOptions& options, SharesFormat format) {
  const NewDocuments documents(open_corpus(corpus), draws.corpus());
  Pool pool(threads_for(options.threads));
  return infer(draws, documents, options, pool, [&](const SharesShape& shape) {
    require_room(draws, documents, shape.topics, format);
    return make_shares_file(output, format, shape);
  });
}

}  // namespace themata
