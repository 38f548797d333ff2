#include "themata/fit/summaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/label_words.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/models/options.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

namespace {

void write_sparse(const Place& path, const SparseCounts& counts) {
  NpzWriter npz;
  npz.add_csr(std::span<const std::int32_t>(counts.values), std::span<const std::int32_t>(counts.indices),
              std::span<const std::int64_t>(counts.indptr), counts.n_columns);
  npz.write(path);
}

/// A mask as a sparse matrix of ones. @param columns  of which a list names more than there are in ghosts
void write_mask(const Place& path, const auto& lists, std::size_t columns) {
  NpzWriter npz;
  npz.add_csr_of_ones(lists, columns);
  npz.write(path);
}

/// The masks of a draw, where it has any.
void write_masks(const FitFolder& fit, const Draw& draw, std::size_t n_types) {
  if (draw.masks() == nullptr) return;
  const auto& words = draw.masks()->words_of_topics;
  if (!draw.masks()->topics_of_documents.empty())
    write_mask(fit.path / fmt::format("document-mask-{}.npz", draw.chain), draw.masks()->topics_of_documents,
               draw.n_topics());
  if (words.empty()) return;
  std::size_t columns = n_types;
  for (const auto& list : words)
    for (const std::uint32_t v : list) columns = std::max<std::size_t>(columns, std::size_t{v} + 1);
  write_mask(fit.path / fmt::format("topic-mask-{}.npz", draw.chain), words, columns);
}

/// The kept draws of a chain with one numbering of the topics throughout.
struct KeptDraws {
  const FitFolder& fit;
  const Corpus& corpus;
  std::uint32_t chain;
  std::vector<std::uint64_t> sweeps;
  std::vector<std::uint16_t> order;  ///< that of the summarised draw, as everywhere in a fit folder

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

void write_counts(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const Draw draw = fit.summarised_draw(chain);
  const Assignment assignment{corpus.corpus, draw.z, draw.n_topics()};
  const SparseCounts words = topic_word_counts(assignment);
  write_sparse(fit.path / fmt::format("topic-word-{}.npz", chain), words);
  write_sparse(fit.path / fmt::format("document-topic-{}.npz", chain), document_topic_counts(assignment));
  write_masks(fit, draw, corpus.corpus.n_types());
  const GivenPriors given = given_of(fit, draw);
  const SparseCounts candidates = with_candidates(words, draw);
  const WordScores scores = word_scores(candidates, draw, given.word_prior);
  write_file_atomically(fit.path / fmt::format("topics-{}.tsv", chain),
                        topic_table_tsv(topic_rows(scores, {}, given.topic_names), corpus.vocabulary));
}

void write_posterior(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  if (sweeps.empty()) return;
  const Draw shown = fit.summarised_draw(chain);
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

namespace {

/// The six matrices of label_words, K x V each.
class LabelWordArrays {
 public:
  void append(const LabelWords& words) {
    const std::array<const std::vector<double>*, 6> parts{
        &words.rate, &words.rate_sd, &words.exclusivity, &words.exclusivity_sd, &words.frex, &words.frex_sd};
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const double x : *parts[i]) arrays_[i].push_back(static_cast<float>(x));
  }
  void add_to(NpzWriter& npz, const Shape& shape) const {
    constexpr std::array<const char*, 6> names{"rate",           "rate_sd", "exclusivity",
                                               "exclusivity_sd", "frex",    "frex_sd"};
    for (std::size_t i = 0; i < names.size(); ++i)
      npz.add(names[i], std::span<const float>(arrays_[i]), shape);
  }

 private:
  std::array<std::vector<float>, 6> arrays_;
};

}  // namespace

void write_labels_and_words(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                            Pool& pool) {
  const Draw shown = fit.summarised_draw(chain);
  const GivenPriors given = given_of(fit, shown);
  write_file_atomically(fit.path / fmt::format("labels-{}.tsv", chain), label_table_tsv(shown, given));
  const LabelTree tree(given.parents);
  const std::size_t topics = tree.n_topics(), types = corpus.corpus.n_types(),
                    at_once = labels_at_once(types);
  LabelWordArrays arrays;
  for (std::size_t first = 0; first < topics; first += at_once)
    arrays.append(
        label_words(rates_of(fit, shown), tree, {first, std::min(first + at_once, topics)}, {}, pool));
  const LabelVariances variances = label_variances(rates_of(fit, shown));
  std::vector<std::int32_t> nodes;
  for (const std::uint32_t node : variances.nodes)
    nodes.push_back(node < topics ? static_cast<std::int32_t>(node) : -1);
  const std::vector<float> mean(variances.mean.begin(), variances.mean.end()),
      sd(variances.sd.begin(), variances.sd.end());
  NpzWriter npz;
  arrays.add_to(npz, {topics, types});
  npz.add("parent", std::span<const std::int32_t>(nodes), {nodes.size()});
  npz.add("tau2", std::span<const float>(mean), {nodes.size(), types});
  npz.add("tau2_sd", std::span<const float>(sd), {nodes.size(), types});
  npz.write(fit.path / fmt::format("label-words-{}.npz", chain));
}

void write_topic_counts(const FitFolder& fit) {
  const FitOptions options =
      options_from_json(fit.manifest.at("options"), (fit.path / "manifest.json").string());
  std::map<std::size_t, std::size_t> rows;
  std::size_t total = 0;
  for (const std::uint32_t chain : fit.chains()) {
    const Trace trace = read_trace(trace_path(fit.path, chain));
    for (std::size_t i = 0; i < trace.n_rows(); ++i)
      if (trace.column("sweep")[i] > static_cast<double>(options.burn_in)) {
        ++rows[static_cast<std::size_t>(trace.column("topics")[i])];
        ++total;
      }
  }
  std::string text = "topics\tshare\n";
  for (const auto& [topics, count] : rows)
    text += fmt::format("{}\t{:.6f}\n", topics, static_cast<double>(count) / static_cast<double>(total));
  write_file_atomically(fit.path / "topic-count.tsv", text);
}

std::uint64_t most_flag_tokens(const FitFolder& fit, const FitOptions& options, std::size_t flag) {
  std::uint64_t most = 0;
  for (const std::uint32_t chain : fit.chains()) {
    const Trace trace = read_trace(trace_path(fit.path, chain));
    const std::vector<double>& tokens = trace.column("flag_tokens");
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (trace.column("sweep")[i] > static_cast<double>(options.burn_in))
        most = std::max(most, static_cast<std::uint64_t>(tokens[i]));
    for (const std::uint64_t sweep : fit.kept_sweeps(chain)) {
      const Draw draw = fit.draw(chain, sweep);
      most = std::max<std::uint64_t>(most, std::count(draw.z.begin(), draw.z.end(), flag));
    }
  }
  return most;
}

}  // namespace themata
