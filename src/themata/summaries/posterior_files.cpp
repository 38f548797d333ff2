#include <fmt/core.h>

#include <filesystem>
#include <span>

#include "themata/io/atomic_file.hpp"
#include "themata/io/npz.hpp"
#include "themata/io/scratch.hpp"
#include "themata/summaries/moment_table.hpp"
#include "themata/summaries/tables.hpp"
#include "themata/summaries/word_moments.hpp"

namespace themata {

namespace {

/// Means or standard deviations, as files that take each other's place.
class Files {
 public:
  Files(const KeptDraws& draws, PosteriorOf what) : draws_(draws), what_(what) {}

  bool of_words() const { return what_ == PosteriorOf::topic_words; }
  Place place(const char* moment, const char* ending) const {
    return draws_.fit().path / fmt::format("{}-{}-{}.{}", of_words() ? "topic-word" : "document-topic",
                                           draws_.shown().chain, moment, ending);
  }
  /// On the disk; empty where the fit is in memory.
  std::filesystem::path folder() const {
    return draws_.fit().path.in_memory() ? std::filesystem::path() : draws_.fit().path.path();
  }
  void remove(const char* ending) const {
    for (const char* moment : {"mean", "sd"}) themata::remove(place(moment, ending));
  }

 private:
  const KeptDraws& draws_;
  PosteriorOf what_;
};

void write_dense(const Files& files, const MomentTable& table) {
  AtomicFile means(files.place("mean", "npy")), deviations(files.place("sd", "npy"));
  const std::string header = npy_header(npy_type<float>(), {table.rows(), table.columns()});
  means.write(header);
  deviations.write(header);
  table.gather([&](const MomentBlock& block) {
    means.write({reinterpret_cast<const char*>(block.mean.data()), block.mean.size_bytes()});
    deviations.write({reinterpret_cast<const char*>(block.sd.data()), block.sd.size_bytes()});
  });
  means.commit();
  deviations.commit();
}

/// The cells that have a token in one of the draws, row by row.
class SparseCells {
 public:
  explicit SparseCells(std::size_t n_columns) : n_columns_(n_columns) {}

  void add(const MomentBlock& block) {
    for (std::size_t first = 0; first < block.mean.size(); first += n_columns_) {
      for (std::size_t c = 0; c < n_columns_; ++c)
        if (block.has_tokens[first + c]) add(c, block.mean[first + c], block.sd[first + c]);
      begin_.push_back(static_cast<std::int64_t>(columns_.size()));
    }
  }

  void add(const TopicMoments& topic) {
    for (std::size_t i = 0; i < topic.types.size(); ++i)
      add(static_cast<std::size_t>(topic.types[i]), topic.mean[i], topic.sd[i]);
    begin_.push_back(static_cast<std::int64_t>(columns_.size()));
  }

  void write(const Files& files) const {
    write(files.place("mean", "npz"), means_);
    write(files.place("sd", "npz"), deviations_);
  }

 private:
  void add(std::size_t column, float mean, float sd) {
    columns_.push_back(static_cast<std::int32_t>(column));
    means_.push_back(mean);
    deviations_.push_back(sd);
  }
  void write(const Place& place, std::span<const float> values) const {
    NpzWriter npz;
    npz.refer_to_csr(values, std::span<const std::int32_t>(columns_), std::span<const std::int64_t>(begin_),
                     n_columns_);
    npz.write(place);
  }

  std::size_t n_columns_;
  LargeVector<float> means_, deviations_;
  LargeVector<std::int32_t> columns_;
  std::vector<std::int64_t> begin_{0};
};

void write_sparse(const Files& files, const MomentTable& table) {
  // They may need more memory than sampling did.
  const Scratch scratch(files.folder());
  SparseCells cells(table.columns());
  if (files.of_words() && has_plain_words(table.draws()))
    word_moments(table.draws(), [&](const TopicMoments& topic) { cells.add(topic); });
  else
    table.gather([&](const MomentBlock& block) { cells.add(block); }, CellsWithTokens::marked);
  cells.write(files);
}

}  // namespace

UnclearTopics write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                              std::size_t most_dense) {
  std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  if (sweeps.empty()) return {};
  const Draw shown = fit.summarized_draw(chain);
  const GivenPriors given = given_of(fit, shown);
  const KeptDraws draws({fit, corpus.corpus, shown, given}, std::move(sweeps));
  for (const PosteriorOf what : {PosteriorOf::topic_words, PosteriorOf::document_topics}) {
    const MomentTable table(what, draws);
    const Files files(draws, what);
    const bool dense = table.rows() * table.columns() <= most_dense;
    dense ? write_dense(files, table) : write_sparse(files, table);
    files.remove(dense ? "npz" : "npy");  // of a chain that was shorter, or of another version
  }
  return draws.unclear();
}

}  // namespace themata
