#include "themata/align/aligned_draws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "themata/evaluate/draw_counts.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Means and standard deviations of rows, over the draws that have them (Welford 1962).
class RunningMoments {
 public:
  RunningMoments(std::size_t rows, std::size_t columns)
      : columns_(columns), mean_(rows * columns, 0), squares_(rows * columns, 0), n_(rows * columns, 0) {}

  void add(std::size_t row, std::span<const double> values) {
    for (std::size_t j = 0; j < columns_; ++j) {
      if (std::isnan(values[j])) continue;
      const std::size_t i = row * columns_ + j;
      const double before = values[j] - mean_[i];
      mean_[i] += before / ++n_[i];
      squares_[i] += before * (values[j] - mean_[i]);
    }
  }

  void write(const Place& mean, const Place& sd) const {
    const Shape shape{n_.size() / columns_, columns_};
    std::vector<float> values(n_.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(n_[i] > 0 ? mean_[i] : missing);
    write_npy(mean, std::span<const float>(values), shape);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(n_[i] > 1 ? std::sqrt(squares_[i] / (n_[i] - 1)) : missing);
    write_npy(sd, std::span<const float>(values), shape);
  }

 private:
  std::size_t columns_;
  std::vector<double> mean_, squares_;
  std::vector<std::uint32_t> n_;
};

/// phi of the pivot's topics in a draw, a row each.
class PhiRows {
 public:
  explicit PhiRows(TopicSet topics) : topics_(std::move(topics)) {}

  void fill(const std::optional<Match>& match, std::span<double> row) const {
    if (!match) {
      std::ranges::fill(row, missing);
      return;
    }
    const std::size_t k = match->topic;
    for (std::size_t v = 0; v < row.size(); ++v) row[v] = topics_.absent[k] * topics_.weight(v);
    const auto types = topics_.types_of(k);
    const auto phi = topics_.phi_of(k);
    for (std::size_t i = 0; i < types.size(); ++i) row[types[i]] = phi[i];
  }

 private:
  TopicSet topics_;
};

class DrawsFolder {
 public:
  DrawsFolder(const AlignedDraws& draws, const Place& folder)
      : draws_(draws),
        folder_(folder),
        n_documents_(draws.pivot().corpus.corpus.n_documents()),
        n_topics_(draws.pivot().draw.n_topics()),
        n_types_(draws.pivot().corpus.vocabulary.size()),
        theta_(folder / "theta.npy"),
        phi_(folder / "phi.npy"),
        table_(folder / "draws.csv"),
        theta_moments_(n_documents_, n_topics_),
        phi_moments_(n_topics_, n_types_),
        found_(draws) {
    const std::size_t n = draws.sources().size();
    write_npy_header_f32(theta_, {n, n_documents_, n_topics_});
    write_npy_header_f32(phi_, {n, n_topics_, n_types_});
    table_.print("chain,sweep,topics");
    for (const char* quantity : {"share", "distance"})
      for (std::size_t k = 0; k < n_topics_; ++k) table_.print(",{}.{}", quantity, k);
    table_.print("\n");
  }

  void add(const AlignedDraws::Source& source) {
    AlignedDraw draw = draws_.read(source);
    draws_.measure(draw);
    found_.add(draw);
    add_theta(draw);
    add_phi(draw);
    add_row(draw);
  }

  void finish() {
    theta_.commit();
    phi_.commit();
    table_.commit();
    theta_moments_.write(folder_ / "theta-mean.npy", folder_ / "theta-sd.npy");
    phi_moments_.write(folder_ / "phi-mean.npy", folder_ / "phi-sd.npy");
    write_topics(found_.found());
    write_ids(draws_.pivot().corpus, folder_ / "ids.txt");
    write_lines(draws_.pivot().corpus.vocabulary, folder_ / "vocabulary.txt");
  }

 private:
  void add_theta(const AlignedDraw& draw) {
    const auto proportions = draw.draw.model->proportions(draw.context());
    std::vector<double> own(draw.draw.n_topics()), row(n_topics_);
    for (std::size_t d = 0; d < n_documents_; ++d) {
      proportions->row(d, own);
      for (std::size_t k = 0; k < n_topics_; ++k)
        row[k] = draw.matches[k] ? own[draw.matches[k]->topic] : missing;
      write_row_f32(theta_, row);
      theta_moments_.add(d, row);
    }
  }

  void add_phi(const AlignedDraw& draw) {
    const PhiRows rows(AlignedDraws::topics(draw));
    std::vector<double> row(n_types_);
    for (std::size_t k = 0; k < n_topics_; ++k) {
      rows.fill(draw.matches[k], row);
      write_row_f32(phi_, row);
      phi_moments_.add(k, row);
    }
  }

  void add_row(const AlignedDraw& draw) {
    std::vector<std::size_t> tokens(draw.draw.n_topics(), 0);
    for (const std::uint16_t k : draw.draw.z) ++tokens[k];
    const auto in_use = tokens.size() - static_cast<std::size_t>(std::ranges::count(tokens, std::size_t{0}));
    table_.print("{},{},{}", draw.draw.chain, draw.draw.sweep, in_use);
    for (const auto& match : draw.matches)
      table_.print(",{}", match ? fmt::format("{:.6g}", static_cast<double>(tokens[match->topic]) /
                                                            static_cast<double>(draw.draw.z.size()))
                                : "");
    for (const auto& match : draw.matches)
      table_.print(",{}", match ? fmt::format("{:.6g}", match->distance) : "");
    table_.print("\n");
  }

  void write_topics(const FoundTopics& found) const {
    constexpr std::size_t n_words = 10;
    const ShownFit& pivot = draws_.pivot();
    const SparseCounts counts = topic_word_counts(pivot);
    const WordScores scores = word_scores(pivot, counts);
    OutputFile file(folder_ / "topics.tsv");
    file.print("topic\tname\tdraws\teverywhere\twords\n");
    for (std::size_t k = 0; k < n_topics_; ++k) {
      file.print("{}\t{}\t{}\t{}\t", k,
                 pivot.given.topic_names.empty() ? "" : one_line(pivot.given.topic_names[k]), found.draws[k],
                 found.everywhere(k) ? "yes" : "no");
      const char* space = "";
      for (const ScoredWord& word : scores.top(k, {.by = WordScore::probability, .n_words = n_words})) {
        file.print("{}{}", space, one_word(pivot.corpus.vocabulary[word.type]));
        space = " ";
      }
      file.print("\n");
    }
    file.commit();
  }

  const AlignedDraws& draws_;
  const Place& folder_;
  std::size_t n_documents_, n_topics_, n_types_;
  OutputFile theta_, phi_, table_;
  RunningMoments theta_moments_, phi_moments_;
  FoundCounter found_;
};

}  // namespace

void export_draws(const ShownFit& shown, const Place& output, std::optional<std::uint32_t> chain) {
  Pool pool(threads_for(0));
  const AlignedDraws draws(shown.fit, chain, pool);
  StagedFolder staged(output);
  DrawsFolder folder(draws, staged.staging());
  for (const auto& source : draws.sources()) folder.add(source);
  folder.finish();
  staged.commit();
}

}  // namespace themata
