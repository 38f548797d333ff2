#include <fmt/core.h>

#include <algorithm>

#include "themata/evaluate/draw_counts.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

/// The topics of a model without labels are all siblings.
LabelTree tree_of(const ShownFit& shown, const char* format) {
  if (shown.draw.rates() == nullptr)
    throw UsageError(fmt::format("{}: is a fit of {}; `format` {} needs a fit of {}", shown.fit.path.string(),
                                 shown.fit.model(), format,
                                 models_where([](const ModelInfo& model) { return model.rates; })));
  if (!shown.given.parents.empty()) return LabelTree(shown.given.parents);
  const std::size_t topics = shown.draw.n_topics();
  return LabelTree(std::vector<std::uint32_t>(topics, static_cast<std::uint32_t>(topics)));
}

/// A label's name; without labels, the topic's number.
std::string name_of(const ShownFit& shown, std::size_t k) {
  const std::vector<std::string>& names = shown.given.topic_names;
  return names.empty() ? std::to_string(k) : one_line(names[k]);
}

/// The data of the labels' lines.
struct Lines {
  const ShownFit& shown;
  const SparseCounts& counts;
  const LabelWords& words;

  /// @param row  of `words`, for topic k
  void print(OutputFile& file, std::size_t k, std::size_t row) const {
    const std::string label = name_of(shown, k);
    const std::size_t types = counts.n_columns;
    std::vector<std::int32_t> tokens(types, 0);
    const auto columns = counts.columns_of(k), values = counts.counts_of(k);
    for (std::size_t i = 0; i < columns.size(); ++i) tokens[static_cast<std::size_t>(columns[i])] = values[i];
    for (std::size_t v = 0; v < types; ++v) {
      const std::size_t i = row * types + v;
      file.print("{}\t{}\t{}\t{:.6g}\t{:.4g}\t{:.6g}\t{:.4g}\t{:.6g}\t{:.4g}\n", label,
                 one_line(shown.corpus.vocabulary[v]), tokens[v], words.rate[i], words.rate_sd[i],
                 words.exclusivity[i], words.exclusivity_sd[i], words.frex[i], words.frex_sd[i]);
    }
  }
};

}  // namespace

void export_label_words(const ShownFit& shown, const Place& output, const LabelWordsOptions& options) {
  const LabelTree tree = tree_of(shown, "label-words");
  const SparseCounts counts = topic_word_counts(shown);
  const EachRates draws = rates_of(shown.fit, shown.draw);
  const std::size_t at_once = labels_at_once(counts.n_columns);
  Pool pool(threads_for(0));
  OutputFile file(output);
  file.write("label\tword\ttokens\trate\trate_sd\texclusivity\texclusivity_sd\tfrex\tfrex_sd\n");
  for (std::size_t first = 0; first < tree.n_topics(); first += at_once) {
    const std::size_t last = std::min(first + at_once, tree.n_topics());
    const LabelWords words = label_words(draws, tree, {first, last}, options, pool);
    for (std::size_t k = first; k < last; ++k) Lines{shown, counts, words}.print(file, k, k - first);
  }
  file.commit();
}

void export_label_variances(const ShownFit& shown, const Place& output) {
  const LabelTree tree = tree_of(shown, "label-variances");
  const LabelVariances variances = label_variances(rates_of(shown.fit, shown.draw));
  const std::size_t types = shown.corpus.vocabulary.size();
  OutputFile file(output);
  file.write("parent\tword\ttau2\ttau2_sd\n");
  for (std::size_t b = 0; b < variances.nodes.size(); ++b) {
    const std::uint32_t node = variances.nodes[b];
    const std::string parent = node < tree.n_topics() ? name_of(shown, node) : "";
    for (std::size_t v = 0; v < types; ++v)
      file.print("{}\t{}\t{:.6g}\t{:.4g}\n", parent, one_line(shown.corpus.vocabulary[v]),
                 variances.mean[b * types + v], variances.sd[b * types + v]);
  }
  file.commit();
}

}  // namespace themata
