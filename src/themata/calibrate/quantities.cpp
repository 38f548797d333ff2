#include "themata/calibrate/quantities.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "themata/counts/spike_law.hpp"
#include "themata/hpc/rates.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

/// One entry of a Dirichlet draw. @param others  the other parameters' sum; 0 where there are none
double draw_entry(Stream& stream, double parameter, double others) {
  if (others == 0) return 1;
  std::array<double, 2> parameters{parameter, others};
  draw_dirichlet(stream, parameters);
  return parameters[0];
}

double sum_of_squares(std::span<const std::int64_t> counts) {
  double sum = 0;
  for (const std::int64_t n : counts) sum += static_cast<double>(n) * static_cast<double>(n);
  return sum;
}

/// sum_d sum_k m_dk^2
double sum_of_document_squares(const admixture::State& mix, const Corpus& corpus) {
  double sum = 0;
  std::vector<std::int64_t> counts(mix.lanes());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::fill(counts.begin(), counts.end(), 0);
    for (const admixture::Topic k : admixture::topics_of(mix, corpus, d)) ++counts[k];
    sum += sum_of_squares(counts);
  }
  return sum;
}

/// The first token and what it is counted with.
struct FirstToken {
  std::size_t d = 0;
  std::size_t in_document = 0, document = 0;  ///< m_dz, N_d
  std::size_t of_word = 0, of_topic = 0;      ///< n_zw, n_z
  admixture::Topic topic = 0;

  FirstToken(const admixture::State& mix, const Corpus& corpus) {
    const auto z = admixture::to_corpus_order(corpus, mix.layout, mix.topics);
    const std::span<const std::uint32_t> words = corpus.tokens();
    while (corpus.length(d) == 0) ++d;
    document = corpus.length(d);
    topic = z[0];
    in_document = static_cast<std::size_t>(
        std::count(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(document), topic));
    for (std::size_t i = 0; i < z.size(); ++i)
      if (z[i] == topic) {
        ++of_topic;
        of_word += words[i] == words[0] ? 1 : 0;
      }
  }
};

/// What a topic's entries have for parameters besides the one of a word type that has tokens in it: their sum. With spike
/// and slab, given how many types are active besides, drawn from their law.
double draw_other_parameters(const admixture::State& mix, const Corpus& corpus, const FirstToken& first,
                             Stream& stream) {
  const auto tokens = static_cast<double>(first.of_topic - first.of_word);
  if (mix.pi == 1) return tokens + mix.beta * (corpus.n_types() - 1);
  SpikeTopic topic{corpus.n_types(), 0, static_cast<std::int64_t>(first.of_topic)};
  for (std::size_t v = 0; v < corpus.n_types(); ++v)
    topic.with_tokens += mix.word_topic.row(v)[first.topic] > 0 ? 1 : 0;
  const std::uint32_t more = draw_spike(stream, spike_law(topic, mix.beta, mix.pi));
  return tokens + mix.beta * (topic.with_tokens + more - 1);
}

/// theta_{d z} of the first token.
template <class State>
double draw_theta(const State& state, const Corpus&, const FirstToken& first, Stream& stream) {
  const admixture::State& mix = state.mix;
  double weights = 0;
  for (const double a : mix.prior) weights += a;
  const double own = mix.prior[first.topic];
  return draw_entry(stream, own + static_cast<double>(first.in_document),
                    weights - own + static_cast<double>(first.document - first.in_document));
}

/// The share of the first token's table in its document (Teh 2006, section 4).
double draw_theta(const franchise::State& state, const Corpus& corpus, const FirstToken& first,
                  Stream& stream) {
  std::vector<std::int64_t> tokens;
  seating::count_tokens(state.tables, corpus, first.d, tokens);
  const auto own = static_cast<double>(tokens.front());
  const auto& [concentration, discount] = state.documents;
  return draw_entry(stream, own - discount,
                    static_cast<double>(first.document) - own + concentration + discount);
}

double draw_theta(const icdp::State& state, const Corpus&, const FirstToken& first, Stream& stream) {
  const std::size_t own = state.documents.everything()
                              ? static_cast<std::size_t>(std::ranges::count(state.mix.prior, state.alpha))
                              : state.documents.of[first.d].size();
  return draw_entry(
      stream, state.alpha + static_cast<double>(first.in_document),
      state.alpha * static_cast<double>(own - 1) + static_cast<double>(first.document - first.in_document));
}

/// phi_{z w} of the first token.
template <class State>
double draw_phi(const State& state, const Corpus& corpus, const FirstToken& first, Stream& stream) {
  const admixture::State& mix = state.mix;
  const double others = draw_other_parameters(mix, corpus, first, stream);
  return draw_entry(stream, mix.beta + static_cast<double>(first.of_word), others);
}

double draw_phi(const icdp::State& state, const Corpus& corpus, const FirstToken& first, Stream& stream) {
  const std::size_t own = state.words.everything() ? corpus.n_types() : state.words.words(first.topic);
  return draw_entry(
      stream, state.mix.beta + static_cast<double>(first.of_word),
      state.mix.beta * static_cast<double>(own - 1) + static_cast<double>(first.of_topic - first.of_word));
}

/// What all models have in common.
template <class Model>
void add_common(Quantities& out, const Model& model, const typename Model::State& state, const Corpus& corpus,
                Stream& stream) {
  Pool alone(1);
  out.emplace_back("pi", state.mix.pi);
  out.emplace_back("log likelihood", model.log_word_part(state, alone));
  out.emplace_back("log joint", model.log_joint(state, corpus, alone));
  out.emplace_back("sum m^2", sum_of_document_squares(state.mix, corpus));
  out.emplace_back("sum n^2", sum_of_squares(admixture::topic_sizes(state.mix)));
  const FirstToken first(state.mix, corpus);
  out.emplace_back("theta", draw_theta(state, corpus, first, stream));
  out.emplace_back("phi", draw_phi(state, corpus, first, stream));
}

}  // namespace

Quantities quantities_of(const lda::Model& model, const lda::State& state, const Corpus& corpus,
                         Stream& stream) {
  Quantities out{{"alpha", state.alpha.front()}, {"beta", state.mix.beta}};
  add_common(out, model, state, corpus, stream);
  return out;
}

Quantities quantities_of(const hdp::Model& model, const hdp::State& state, const Corpus& corpus,
                         Stream& stream) {
  Quantities out{{"alpha", state.alpha},
                 {"beta", state.mix.beta},
                 {"gamma", state.gamma},
                 {"topics", static_cast<double>(model.topics_in_use(state))}};
  add_common(out, model, state, corpus, stream);
  return out;
}

Quantities quantities_of(const franchise::Model& model, const franchise::State& state, const Corpus& corpus,
                         Stream& stream) {
  double squares = 0;
  std::vector<std::int64_t> tokens;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    seating::count_tokens(state.tables, corpus, d, tokens);
    squares += sum_of_squares(tokens);
  }
  Quantities out{{"alpha", state.documents.concentration},
                 {"beta", state.mix.beta},
                 {"gamma", state.topics.concentration},
                 {"document discount", state.documents.discount},
                 {"discount", state.topics.discount},
                 {"topics", static_cast<double>(model.topics_in_use(state))},
                 {"tables", static_cast<double>(state.tables.total())},
                 {"sum t^2", squares}};
  add_common(out, model, state, corpus, stream);
  return out;
}

Quantities quantities_of(const icdp::Model& model, const icdp::State& state, const Corpus& corpus,
                         Stream& stream) {
  const icdp::MaskSizes sizes = icdp::mask_sizes(state);
  Quantities out{{"alpha", state.alpha},
                 {"beta", state.mix.beta},
                 {"eta", state.topic_law.mass},
                 {"delta", state.topic_law.concentration},
                 {"sigma", state.topic_law.discount},
                 {"topics a document", sizes.topics_a_document},
                 {"gamma", state.word_law.mass},
                 {"xi", state.word_law.concentration},
                 {"zeta", state.word_law.discount},
                 {"words a topic", sizes.words_a_topic},
                 {"topics", static_cast<double>(model.topics_in_use(state))}};
  add_common(out, model, state, corpus, stream);
  return out;
}

namespace {

template <class Number>
double mean_of(const std::vector<Number>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// sum_d sum_k m_dk^2, and sum_k n_k^2
std::pair<double, double> squares_of_counts(const hpc::State& state, const Corpus& corpus) {
  std::vector<std::int64_t> sizes(state.totals.size());
  double squares = 0;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<std::int64_t> counts(sizes.size());
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) ++counts[state.topics[i]];
    squares += sum_of_squares(counts);
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] += counts[k];
  }
  return {squares, sum_of_squares(sizes)};
}

}  // namespace

Quantities quantities_of(const ShortDocuments& documents, const hpc::State& state, const Corpus& corpus,
                         Stream&) {
  const hpc::Model& model = documents.model();
  const hpc::Laws& laws = state.laws;
  Pool alone(1);
  const auto [of_documents, of_topics] = squares_of_counts(state, corpus);
  std::vector<double> logs;
  for (const float x : state.variances) logs.push_back(portable_log(x));
  std::size_t d = 0;
  while (corpus.length(d) == 0) ++d;
  const auto labels = state.labels.of(d);
  const auto label = std::ranges::find(labels, state.topics.front()) - labels.begin();
  const std::size_t nodes = model.settings().tree.nodes();
  return {{"psi", laws.psi},
          {"gamma", laws.gamma},
          {"nu", laws.nu},
          {"sigma", laws.sigma},
          {"lambda", laws.lambda},
          {"eta", mean_of(laws.eta)},
          {"log likelihood", model.log_word_part(state, alone)},
          {"log joint", model.log_joint(state, corpus, alone)},
          {"sum m^2", of_documents},
          {"sum n^2", of_topics},
          {"affinities", mean_of(state.affinities)},
          {"log rates", mean_of(state.log_rates)},
          {"log tau^2", mean_of(logs)},
          {"theta", hpc::shares_of(state, d)[static_cast<std::size_t>(label)]},
          {"rate", state.log_rates[corpus.tokens().front() * nodes + state.topics.front()]}};
}

}  // namespace themata
