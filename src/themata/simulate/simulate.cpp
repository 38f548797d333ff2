#include "themata/simulate/simulate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "themata/io/format.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/npz.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/simulate/lengths.hpp"
#include "themata/simulate/rounds.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata {

namespace {

using simulate::Mixture;
using simulate::Topic;

/// Names that contain the item's number, and sort in the order of the items.
std::vector<std::string> make_names(char kind, std::uint64_t n) {
  const std::size_t digits = fmt::formatted_size("{}", n - 1);
  std::vector<std::string> names;
  names.reserve(n);
  for (std::uint64_t i = 0; i < n; ++i) names.push_back(fmt::format("{}{:0{}}", kind, i, digits));
  return names;
}

/// The corpus to write, and whether to write its truth.
struct Output {
  CorpusWriter& corpus;
  bool with_truth;
};

/// Draws tokens.npy, and truth/topics.npy. @returns how many word types have a token
std::uint64_t write_tokens(const Output& output, simulate::Rounds rounds, std::uint64_t n_tokens,
                           std::uint32_t n_types, Pool& pool) {
  std::optional<CorpusFile> truth;
  if (output.with_truth) {
    truth.emplace(output.corpus, "truth/topics.npy");
    truth->write(npy_header(npy_type<Topic>(), {n_tokens}));
  }
  std::vector<std::uint8_t> drawn(n_types, 0);
  output.corpus.begin_tokens(n_tokens);
  rounds.run(pool, [&](std::span<const std::uint32_t> words, std::span<const Topic> topics) {
    output.corpus.add_tokens(words);
    if (truth) truth->write(topics);
    for (const std::uint32_t word : words) drawn[word] = 1;
  });
  if (truth) truth->finish();
  return std::accumulate(drawn.begin(), drawn.end(), std::uint64_t{0});
}

/// The document's metadata, as an import keeps them.
std::string metadata_of(const Mixture& mixture, std::size_t d) {
  std::vector<std::string> parts;
  for (const simulate::MetadataField& field : mixture.metadata) {
    const double value = field.numbers[d];
    parts.push_back(field.levels.empty() ? fmt::format(R"("{}":{})", field.name, value)
                                         : fmt::format(R"("{}":"{}")", field.name,
                                                       field.levels[static_cast<std::size_t>(value)]));
  }
  return parts.empty() ? "" : fmt::format(R"(,"metadata":{{{}}})", listed(parts, ","));
}

/// The row of a document apart from its number: why it is empty, and its labels, which are its topics.
std::string row_notes(bool empty, std::span<const std::uint32_t> topics, std::span<const std::string> labels,
                      bool masked) {
  std::string notes;
  if (empty)
    notes = fmt::format(R"(,"empty":"{}")",
                        masked && topics.empty() ? "it drew no topic" : "its length was drawn as 0");
  if (labels.empty()) return notes;
  std::vector<std::string> own;
  for (const std::uint32_t k : topics) own.push_back(fmt::format(R"("{}")", labels[k]));
  return notes + fmt::format(R"(,"labels":[{}])", listed(own, ","));
}

/// @param labels  of topics; none: topics are not labels @returns how many documents are empty
std::uint64_t write_rows(CorpusWriter& corpus, std::span<const std::uint64_t> offsets, const Mixture& mixture,
                         std::span<const std::string> labels) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  CorpusFile file(corpus, "documents.jsonl");
  const bool masked = !mixture.of_documents.empty();
  std::uint64_t n_empty = 0;
  std::string rows;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    const bool empty = offsets[d] == offsets[d + 1];
    const std::span<const std::uint32_t> topics =
        masked ? std::span<const std::uint32_t>(mixture.of_documents[d]) : std::span<const std::uint32_t>();
    fmt::format_to(std::back_inserter(rows),
                   R"({{"id":"{0}","row":{0}{1}{2}}})"
                   "\n",
                   d + 1, metadata_of(mixture, d), row_notes(empty, topics, labels, masked));
    n_empty += empty ? 1 : 0;
    if (rows.size() < enough) continue;
    file.write(rows);
    rows.clear();
  }
  file.write(rows);
  file.finish();
  return n_empty;
}

/// Writes the labels that documents have, one per line.
void write_labels(CorpusWriter& corpus, const Mixture& mixture, std::span<const std::string> labels) {
  std::vector<std::uint8_t> had(labels.size(), 0);
  for (const auto& list : mixture.of_documents)
    for (const std::uint32_t k : list) had[k] = 1;
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < labels.size(); ++k)
    if (had[k] != 0) lines.push_back(labels[k]);
  corpus.write_lines("labels.txt", lines);
}

/// Writes the tree of labels, as an import does.
void write_tree(CorpusWriter& corpus, const Mixture& mixture, std::span<const std::string> labels) {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < mixture.parents.size(); ++k) {
    const std::uint32_t parent = mixture.parents[k];
    lines.push_back(fmt::format("{}\t{}", labels[k], parent < labels.size() ? labels[parent] : ""));
  }
  corpus.write_lines("tree.tsv", lines);
}

/// Writes the theta from which the corpus was drawn.
void write_proportions(CorpusWriter& corpus, const Mixture& mixture) {
  if (mixture.proportions.empty()) return;
  std::vector<std::vector<std::uint32_t>> topics = mixture.of_documents;
  if (topics.empty()) {
    std::vector<std::uint32_t> all(mixture.n_topics());
    std::iota(all.begin(), all.end(), 0U);
    topics.assign(mixture.proportions.size(), all);
  }
  NpzWriter npz;
  npz.add_csr_of_lists(topics, mixture.proportions, mixture.n_topics());
  corpus.write_npz("truth/document-topic.npz", npz);
}

void write_mask(CorpusWriter& corpus, const std::string& name,
                const std::vector<std::vector<std::uint32_t>>& lists, std::size_t columns) {
  if (lists.empty()) return;
  NpzWriter npz;
  npz.add_csr_of_ones(lists, columns);
  corpus.write_npz(name, npz);
}

void write_coefficients(CorpusWriter& corpus, const Mixture& mixture) {
  CorpusFile file(corpus, "truth/coefficients.npy");
  file.write(npy_header(npy_type<double>(), {mixture.n_topics(), mixture.coefficient_names.size()}));
  file.write(std::span<const double>(mixture.coefficients));
  file.finish();
  corpus.write_lines("truth/coefficient-names.txt", mixture.coefficient_names);
}

/// Writes the Phi from which the corpus was drawn, with the rounding of its table.
void write_model(CorpusWriter& corpus, const Mixture& mixture) {
  CorpusFile phi(corpus, "truth/topic-word.npy");
  phi.write(npy_header(npy_type<float>(), {mixture.n_topics(), mixture.n_types}));
  std::vector<double> exact(mixture.n_types);
  std::vector<float> row(mixture.n_types);
  for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
    alias_probabilities(mixture.row(k), exact);
    std::ranges::transform(exact, row.begin(), [](double p) { return static_cast<float>(p); });
    phi.write(std::span<const float>(row));
  }
  phi.finish();
  CorpusFile weights(corpus, "truth/topic-weights.npy");
  weights.write(npy_header(npy_type<double>(), {mixture.n_topics()}));
  weights.write(std::span<const double>(mixture.weights));
  weights.finish();
  if (!mixture.coefficients.empty()) write_coefficients(corpus, mixture);
  write_mask(corpus, "truth/document-mask.npz", mixture.of_documents, mixture.n_topics());
  write_mask(corpus, "truth/topic-mask.npz", mixture.of_topics, mixture.n_types);
  write_proportions(corpus, mixture);
}

}  // namespace

nlohmann::ordered_json SimulateReport::to_json() const {
  return {{"documents", documents}, {"empty-documents", empty_documents}, {"tokens", tokens},
          {"types", types},         {"types-drawn", types_drawn},         {"topics", topics}};
}

SimulateReport simulate_corpus(const SimulateOptions& asked, const Place& path,
                               const std::function<bool()>& go_on) {
  const SimulateOptions options = with_defaults(asked);
  assert(!is_matrix(options));
  const simulate::CorpusOptions& common = simulate::corpus_options(options);
  const Key key = chain_key(common.seed, 1);
  CorpusWriter corpus(path);
  Pool pool(threads_for(common.threads), go_on);
  const Mixture mixture = simulate::draw_mixture(options, key, pool);
  const std::vector<std::uint64_t> offsets = simulate::draw_offsets(common, key, pool, mixture.of_documents);
  const simulate::SimulationInfo& info = options.simulated().info();
  const bool labeled = info.labels == simulate::SimulatedLabels::topics;
  const bool with_truth = options.truth || info.truth == simulate::TruthFiles::always;
  const std::vector<std::string> labels =
      labeled ? make_names('l', mixture.n_topics()) : std::vector<std::string>();
  SimulateReport report;
  report.documents = common.documents;
  report.tokens = offsets.back();
  report.types = mixture.n_types;
  report.topics = mixture.n_topics();
  corpus.write_vocabulary(make_names('w', mixture.n_types));
  report.types_drawn =
      write_tokens({corpus, with_truth}, {mixture, offsets, key}, report.tokens, mixture.n_types, pool);
  corpus.write_offsets(offsets);
  report.empty_documents = write_rows(corpus, offsets, mixture, labels);
  if (labeled) write_labels(corpus, mixture, labels);
  if (!mixture.parents.empty()) write_tree(corpus, mixture, labels);
  if (with_truth) write_model(corpus, mixture);
  corpus.commit({{"simulate", {{"options", to_json(options)}, {"result", report.to_json()}}}});
  return report;
}

nlohmann::ordered_json MatrixReport::to_json() const {
  return {{"rows", rows}, {"columns", columns}, {"entries", entries}};
}

MatrixReport simulate_matrix(const SimulateOptions& asked, const Place& path,
                             const std::function<bool()>& go_on) {
  const SimulateOptions options = with_defaults(asked);
  assert(is_matrix(options));
  Pool pool(threads_for(options.common().threads), go_on);
  const Key key = chain_key(options.common().seed, 1);
  const simulate::SparseWeights drawn =
      simulate::find_matrix_simulation(options.model())->draw(options.own(), key, pool);
  MatrixReport report{drawn.columns_of.size(), drawn.n_columns, 0};
  for (const auto& list : drawn.columns_of) report.entries += list.size();
  NpzWriter npz;
  if (drawn.weights.empty())
    npz.add_csr_of_ones(drawn.columns_of, report.columns);
  else
    npz.add_csr_of_lists(drawn.columns_of, drawn.weights, report.columns);
  npz.write(path);
  return report;
}

}  // namespace themata
