#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/report/report.hpp"
#include "themata/store/corpus_texts.hpp"

namespace themata::report_parts {

/// What all parts of a report are made from: the draw that is shown, and what is counted in it.
struct ReportSource {
  ReportSource(const ShownFit& of, const ReportOptions& with, Pool& threads)
      : shown(of),
        options(with),
        pool(threads),
        counts(topic_word_counts(of)),
        scores(word_scores(of, counts)),
        shares(of.draw.model->proportions(of.context())),
        texts(CorpusTexts::open(of.corpus)) {}
  ReportSource(const ReportSource&) = delete;
  ReportSource& operator=(const ReportSource&) = delete;

  std::size_t n_topics() const { return scores.n_topics(); }
  const Corpus& corpus() const { return shown.corpus.corpus; }

  const ShownFit& shown;
  const ReportOptions& options;
  Pool& pool;
  const SparseCounts counts;  ///< n_kv
  const WordScores scores;
  const std::unique_ptr<const DocumentProportions> shares;
  const std::optional<CorpusTexts> texts;
};

/// Numbers things in the order in which they are first mentioned.
class Mentions {
 public:
  std::size_t number(std::size_t thing) {
    const auto [it, is_new] = numbers_.emplace(thing, things_.size());
    if (is_new) things_.push_back(thing);
    return it->second;
  }
  const std::vector<std::size_t>& things() const { return things_; }

 private:
  std::map<std::size_t, std::size_t> numbers_;
  std::vector<std::size_t> things_;
};

/// To `places` decimal places, which is all that a page shows.
inline double rounded(double value, int places = 4) {
  const double unit = std::pow(10, places);
  return std::round(value * unit) / unit;
}

/// The indices of at most `most` of `n` points, evenly spaced, including the last.
std::vector<std::size_t> thinned(std::size_t n, std::size_t most);

}  // namespace themata::report_parts
