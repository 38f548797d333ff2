#include "themata/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <thread>

#include "themata/io/npy.hpp"
#include "themata/simulate/lengths.hpp"
#include "themata/simulate/rounds.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata {

namespace {

using simulate::Mixture;
using simulate::Topic;

/// Words that say which type they are, and sort as their ids do.
std::vector<std::string> make_vocabulary(std::uint64_t n_types) {
  const std::size_t digits = fmt::formatted_size("{}", n_types - 1);
  std::vector<std::string> words;
  words.reserve(n_types);
  for (std::uint64_t v = 0; v < n_types; ++v) words.push_back(fmt::format("w{:0{}}", v, digits));
  return words;
}

/// Where the corpus goes, and whether its truth goes with it.
struct Output {
  CorpusWriter& corpus;
  bool with_truth;
};

/// Draws tokens.npy, and truth/topics.npy beside it. Returns how many word types have a token.
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

/// Returns how many documents are empty.
std::uint64_t write_rows(CorpusWriter& corpus, std::span<const std::uint64_t> offsets) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  CorpusFile file(corpus, "documents.jsonl");
  std::uint64_t n_empty = 0;
  std::string rows;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    const bool empty = offsets[d] == offsets[d + 1];
    fmt::format_to(std::back_inserter(rows),
                   R"({{"id":"{0}","row":{0}{1}}})"
                   "\n",
                   d + 1, empty ? R"(,"empty":"its length was drawn as 0")" : "");
    n_empty += empty ? 1 : 0;
    if (rows.size() < enough) continue;
    file.write(rows);
    rows.clear();
  }
  file.write(rows);
  file.finish();
  return n_empty;
}

/// Phi as it was drawn from, with the rounding of its table.
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
}

std::size_t thread_count(const SimulateOptions& options) {
  return *options.threads > 0 ? *options.threads : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

nlohmann::ordered_json SimulateReport::to_json() const {
  return {{"documents", documents}, {"empty-documents", empty_documents}, {"tokens", tokens},
          {"types", types},         {"types-drawn", types_drawn},         {"topics", topics}};
}

SimulateReport simulate_corpus(const SimulateOptions& asked, const std::filesystem::path& path) {
  const SimulateOptions options = settled(asked);
  const Key key = chain_key(*options.seed, 1);
  CorpusWriter corpus(path);
  Pool pool(static_cast<int>(thread_count(options)));
  const std::vector<std::uint64_t> offsets = simulate::draw_offsets(options, key, pool);
  const Mixture mixture = simulate::draw_mixture(options, key, pool);
  SimulateReport report;
  report.documents = *options.documents;
  report.tokens = offsets.back();
  report.types = mixture.n_types;
  report.topics = mixture.n_topics();
  corpus.write_vocabulary(make_vocabulary(mixture.n_types));
  report.types_drawn = write_tokens({corpus, options.has_truth()}, {mixture, offsets, key}, report.tokens,
                                    mixture.n_types, pool);
  corpus.write_offsets(offsets);
  report.empty_documents = write_rows(corpus, offsets);
  if (options.has_truth()) write_model(corpus, mixture);
  corpus.commit({{"simulate", {{"options", to_json(options)}, {"result", report.to_json()}}}});
  return report;
}

}  // namespace themata
