#include "themata/fit/summaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "themata/counts/sparse_counts.hpp"
#include "themata/counts/spike_law.hpp"
#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/label_words.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/fit/options.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

namespace {

namespace fs = std::filesystem;

void write_sparse(const fs::path& path, const SparseCounts& counts) {
  NpzWriter npz;
  npz.add_csr(std::span<const std::int32_t>(counts.values), std::span<const std::int32_t>(counts.indices),
              std::span<const std::int64_t>(counts.indptr), counts.n_columns);
  npz.write(path);
}

/// A mask as a sparse matrix of ones. @param columns  of which a list names more than there are in ghosts
void write_mask(const fs::path& path, const auto& lists, std::size_t columns) {
  NpzWriter npz;
  npz.add_csr_of_ones(lists, columns);
  npz.write(path);
}

/// The masks of a draw, where it has any.
void write_masks(const FitFolder& fit, const Draw& draw, std::size_t n_types) {
  if (!draw.masks) return;
  const auto& words = draw.masks->words_of_topics;
  if (!draw.masks->topics_of_documents.empty())
    write_mask(fit.path / fmt::format("document-mask-{}.npz", draw.chain), draw.masks->topics_of_documents,
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
      if (const auto fault = fault_beside(draw, corpus))
        throw InputError(draw_path(fit.path, chain, sweep).string(), 0, "is damaged: " + *fault);
      visit(in_order(std::move(draw), order));
    }
  }
};

/// Means and variances of a block of Dirichlet rows, accumulated draw by draw.
class Moments {
 public:
  Moments(std::size_t rows, std::size_t columns)
      : columns_(columns), mean_(rows * columns), square_(rows * columns), within_(rows * columns) {}

  /// One row of one draw. @param pseudo  its Dirichlet parameter, `columns` long
  void add(std::size_t row, const std::vector<double>& pseudo) {
    const double total = std::accumulate(pseudo.begin(), pseudo.end(), 0.0);
    for (std::size_t c = 0; c < columns_; ++c) {
      const double p = pseudo[c] / total;
      add(row, c, p, p * (1 - p) / (total + 1));
    }
  }
  /// One cell of one draw.
  void add(std::size_t row, std::size_t column, double mean, double variance) {
    const std::size_t cell = row * columns_ + column;
    mean_[cell] += mean;
    square_[cell] += mean * mean;
    within_[cell] += variance;
  }

  void write(AtomicFile& means, AtomicFile& deviations, std::size_t draws) const {
    std::vector<float> mean(mean_.size()), deviation(mean_.size());
    const auto n = static_cast<double>(draws);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const double average = mean_[i] / n;
      const double between = draws > 1 ? std::max(0.0, (square_[i] - n * average * average) / (n - 1)) : 0.0;
      mean[i] = static_cast<float>(average);
      deviation[i] = static_cast<float>(std::sqrt(within_[i] / n + between));
    }
    means.write({reinterpret_cast<const char*>(mean.data()), mean.size() * sizeof(float)});
    deviations.write({reinterpret_cast<const char*>(deviation.data()), deviation.size() * sizeof(float)});
  }

 private:
  std::size_t columns_;
  std::vector<double> mean_, square_, within_;
};

/// A matrix of posterior moments and how a block of its rows gathers from one draw.
struct Table {
  std::string stem;  ///< of the file names
  std::size_t rows, columns;
  std::function<void(const Draw&, std::size_t first, std::size_t last, Moments&)> gather;
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
    Moments moments(last - first, table.columns);
    draws.for_each([&](const Draw& draw) { table.gather(draw, first, last, moments); });
    moments.write(means, deviations, draws.sweeps.size());
  }
  means.commit();
  deviations.commit();
}

/// beta_kv of the topics from `first` up to `last`.
std::vector<std::vector<double>> word_pseudo_counts(const WordPrior& prior, double beta, std::size_t n_types,
                                                    std::size_t first, std::size_t last) {
  std::vector<double> symmetric(n_types, beta);
  for (std::size_t v = 0; v < symmetric.size(); ++v) symmetric[v] *= prior.weight(v);
  std::vector<std::vector<double>> pseudo(last - first, symmetric);
  for (const Seed& seed : prior.seeds())
    if (seed.topic >= first && seed.topic < last) pseudo[seed.topic - first][seed.type] += seed.count;
  return pseudo;
}

/// A topic whose word types may be switched off. @param pseudo  n_kv + beta
void add_spike_row(Moments& moments, std::size_t row, const std::vector<double>& pseudo, const Draw& draw) {
  SpikeTopic topic{static_cast<std::uint32_t>(pseudo.size()), 0, 0};
  for (const double p : pseudo) {
    topic.with_tokens += p > draw.beta ? 1 : 0;
    topic.tokens += std::llround(p - draw.beta);
  }
  const SpikeLaw law = spike_law(topic, draw.beta, draw.pi);
  const double others = std::max(1.0, static_cast<double>(topic.n_types - topic.with_tokens));
  const auto total = [&](double s) {
    return static_cast<double>(topic.tokens) + (topic.with_tokens + s) * draw.beta;
  };
  const auto pair = [&](double s) { return 1 / (total(s) * (total(s) + 1)); };
  const double first = expectation(law, [&](double s) { return 1 / total(s); });
  const double second = expectation(law, pair);
  const double absent_first = expectation(law, [&](double s) { return s / others / total(s); });
  const double absent_second = expectation(law, [&](double s) { return s / others * pair(s); });
  for (std::size_t c = 0; c < pseudo.size(); ++c) {
    const bool present = pseudo[c] > draw.beta;
    const double mean = pseudo[c] * (present ? first : absent_first);
    const double square = pseudo[c] * (pseudo[c] + 1) * (present ? second : absent_second);
    moments.add(row, c, mean, std::max(0.0, square - mean * mean));
  }
}

/// Rows of phi as a draw with rates holds it.
void add_known_rows(const DrawRates& rates, std::size_t first, std::size_t last, Moments& moments) {
  const std::vector<float> phi = word_probabilities(rates);
  const std::size_t types = rates.n_types();
  for (std::size_t k = first; k < last; ++k)
    for (std::size_t v = 0; v < types; ++v) moments.add(k - first, v, phi[k * types + v], 0);
}

/// Rows of theta, likewise.
void add_label_rows(const DrawRates& rates, std::size_t first, std::size_t last, Moments& moments) {
  const std::vector<double> shares = label_shares(rates);
  for (std::size_t d = first; d < last; ++d)
    for (std::size_t i = rates.label_begin[d]; i < rates.label_begin[d + 1]; ++i)
      moments.add(d - first, rates.labels[i], shares[i], 0);
}

Table word_table(const Corpus& corpus, std::size_t topics, const GivenPriors& given) {
  const std::size_t n_types = corpus.n_types();
  return {
      "topic-word", topics, n_types,
      [&corpus, &given, n_types](const Draw& draw, std::size_t first, std::size_t last, Moments& moments) {
        if (draw.rates) return add_known_rows(*draw.rates, first, last, moments);
        auto pseudo = word_pseudo_counts(given.word_prior, draw.beta, n_types, first, last);
        for (std::size_t i = 0; i < draw.z.size(); ++i)
          if (draw.z[i] >= first && draw.z[i] < last) pseudo[draw.z[i] - first][corpus.tokens()[i]] += 1;
        for (std::size_t k = 0; k < pseudo.size(); ++k)
          if (draw.pi < 1)
            add_spike_row(moments, k, pseudo[k], draw);
          else
            moments.add(k, pseudo[k]);
      }};
}

/// alpha_k of the topics that document d may use, 0 of the others.
std::vector<double> document_pseudo_counts(const GivenPriors& given, const Draw& draw, std::size_t d) {
  if (given.allowed.empty() || given.allowed[d].empty()) return draw.alpha;
  std::vector<double> pseudo(draw.alpha.size(), 0.0);
  for (const std::uint16_t k : given.allowed[d]) pseudo[k] = draw.alpha[k];
  return pseudo;
}

Table document_table(const Corpus& corpus, std::size_t topics, const GivenPriors& given) {
  return {"document-topic", corpus.n_documents(), topics,
          [&corpus, &given](const Draw& draw, std::size_t first, std::size_t last, Moments& moments) {
            if (draw.rates) return add_label_rows(*draw.rates, first, last, moments);
            for (std::size_t d = first; d < last; ++d) {
              std::vector<double> pseudo = document_pseudo_counts(given, draw, d);
              for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
                pseudo[draw.z[i]] += 1;
              moments.add(d - first, pseudo);
            }
          }};
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
  write_table(draws, word_table(corpus.corpus, shown.n_topics(), given));
  write_table(draws, document_table(corpus.corpus, shown.n_topics(), given));
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
      fit_options_from_json(fit.manifest.at("options"), (fit.path / "manifest.json").string());
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

std::uint64_t most_flag_tokens(const FitFolder& fit, const FitOptions& options) {
  std::uint64_t most = 0;
  for (const std::uint32_t chain : fit.chains()) {
    const Trace trace = read_trace(trace_path(fit.path, chain));
    const std::vector<double>& tokens = trace.column("flag_tokens");
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (trace.column("sweep")[i] > static_cast<double>(options.burn_in))
        most = std::max(most, static_cast<std::uint64_t>(tokens[i]));
    for (const std::uint64_t sweep : fit.kept_sweeps(chain)) {
      const Draw draw = fit.draw(chain, sweep);
      most = std::max<std::uint64_t>(most, std::count(draw.z.begin(), draw.z.end(), options.max_topics - 1));
    }
  }
  return most;
}

}  // namespace themata
