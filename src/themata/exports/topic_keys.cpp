#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/exports/shared.hpp"

namespace themata {

void export_topic_keys(const ShownFit& shown, const Place& output, std::size_t n_words) {
  const SparseCounts counts = topic_word_counts(shown);
  WordRanking ranking;
  ranking.n_words = n_words;
  const std::vector<double> prior = shown.draw.prior_weights();
  OutputFile file(output);
  for (const TopicRow& row : topic_rows(word_scores(shown, counts), ranking))
    file.print("{}\t{}\t{}\n", row.topic, prior[row.topic], joined_words(row, shown.corpus.vocabulary));
  file.commit();
}

}  // namespace themata
