#include "themata/calibration/mixture_quantities.hpp"

#include <algorithm>
#include <array>

#include "themata/counts/spike_distribution.hpp"
#include "themata/random/distributions.hpp"

namespace themata {

namespace {

/// Sum of the parameters of a topic's Dirichlet distribution, except that of one word type with tokens in it.
/// With spike and slab, given the number of further active types, which is drawn.
double draw_other_parameters(const sampling::State& mix, const Corpus& corpus, const FirstToken& first,
                             Stream& stream) {
  const auto tokens = static_cast<double>(first.of_topic - first.of_word);
  if (mix.pi == 1) return tokens + mix.beta * (corpus.n_types() - 1);
  SpikeTopic topic{corpus.n_types(), 0, static_cast<std::int64_t>(first.of_topic)};
  for (std::size_t v = 0; v < corpus.n_types(); ++v)
    topic.with_tokens += mix.word_topic.row(v)[first.topic] > 0 ? 1 : 0;
  const std::uint32_t more = draw_spike(stream, spike_distribution(topic, mix.beta, mix.pi));
  return tokens + mix.beta * (topic.with_tokens + more - 1);
}

}  // namespace

Corpus calibration_shape() {
  std::vector<std::uint64_t> offsets{0, 0};
  for (std::uint64_t d = 0; d < 6; ++d) offsets.push_back(offsets.back() + 4 + 2 * d);
  return make_corpus(std::vector<std::uint32_t>(offsets.back(), 0), offsets, 10);
}

double draw_entry(Stream& stream, double parameter, double others) {
  if (others == 0) return 1;
  std::array<double, 2> parameters{parameter, others};
  draw_dirichlet(stream, parameters);
  return parameters[0];
}

double sum_of_document_squares(const sampling::State& mix, const Corpus& corpus) {
  double sum = 0;
  std::vector<std::int64_t> counts(mix.slots());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::fill(counts.begin(), counts.end(), 0);
    for (const sampling::Topic k : sampling::topics_of(mix, corpus, d)) ++counts[k];
    sum += sum_of_squares(counts);
  }
  return sum;
}

FirstToken::FirstToken(const sampling::State& mix, const Corpus& corpus) {
  const auto z = sampling::to_corpus_order(corpus, mix.layout, mix.topics);
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

double draw_theta_of_prior(const sampling::State& mix, const FirstToken& first, Stream& stream) {
  double weights = mix.prior_beyond;
  for (const double a : mix.prior) weights += a;
  const double own = mix.prior[first.topic];
  return draw_entry(stream, own + static_cast<double>(first.in_document),
                    weights - own + static_cast<double>(first.document - first.in_document));
}

double draw_phi_of_types(const sampling::State& mix, const Corpus& corpus, const FirstToken& first,
                         Stream& stream) {
  const double others = draw_other_parameters(mix, corpus, first, stream);
  return draw_entry(stream, mix.beta + static_cast<double>(first.of_word), others);
}

}  // namespace themata
