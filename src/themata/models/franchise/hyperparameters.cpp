#include "themata/models/franchise/hyperparameters.hpp"

#include <vector>

namespace themata::franchise {

namespace {

using seating::Auxiliaries;

constexpr std::size_t chunk = 1024;

/// Which parameters of a distribution are learned.
struct Learned {
  bool concentration, discount;
  sampling::GammaPrior concentration_prior;
  BetaPrior discount_prior;
  sampling::HyperStream stream;
};

Auxiliaries of_documents(const State& state, const Context& context) {
  const Corpus& corpus = context.corpus;
  std::vector<Auxiliaries> parts((corpus.n_documents() + chunk - 1) / chunk);
  context.pool.for_chunks(corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::int64_t> tokens;
    for (std::size_t d = first; d < last; ++d) {
      seating::count_tokens(state.tables, corpus, d, tokens);
      Stream stream =
          context.stream(Purpose::hyper, static_cast<std::uint64_t>(sampling::HyperStream::shares) + d);
      parts[first / chunk].add(stream, state.documents, tokens);
    }
  });
  Auxiliaries all;
  for (const Auxiliaries& part : parts) all.add(part);
  return all;
}

Auxiliaries of_topics(const State& state, Stream& stream) {
  std::vector<std::int64_t> tables;
  for (const std::int64_t m : state.tables.of_topic)
    if (m > 0) tables.push_back(m);
  Auxiliaries all;
  all.add(stream, state.topics, tables);
  return all;
}

void draw_hyperparameters(Stream& stream, PitmanYor& process, const Auxiliaries& auxiliaries,
                          const Learned& learned) {
  if (learned.concentration)
    process.concentration = seating::draw_concentration(
        stream, auxiliaries, learned.concentration_prior.shape, learned.concentration_prior.rate);
  if (learned.discount)
    process.discount =
        seating::draw_discount(stream, auxiliaries, learned.discount_prior.a, learned.discount_prior.b);
}

}  // namespace

void add_hyperparameter_kernels(Kernels<State>& kernels, const Settings& s) {
  const Learned documents{s.learn_alpha, s.learn_document_discount, s.alpha_prior, s.discount_prior,
                          sampling::HyperStream::alpha};
  const Learned topics{s.learn_gamma, s.learn_discount, s.gamma_prior, s.discount_prior,
                       sampling::HyperStream::gamma};
  if (documents.concentration || documents.discount)
    kernels.push_back({"hyperparameters of tables", [documents](State& state, const Context& context) {
                         const Auxiliaries auxiliaries = of_documents(state, context);
                         Stream stream = sampling::hyper_stream(context, documents.stream);
                         draw_hyperparameters(stream, state.documents, auxiliaries, documents);
                       }});
  if (topics.concentration || topics.discount)
    kernels.push_back({"hyperparameters of topics", [topics](State& state, const Context& context) {
                         Stream stream = sampling::hyper_stream(context, topics.stream);
                         const Auxiliaries auxiliaries = of_topics(state, stream);
                         draw_hyperparameters(stream, state.topics, auxiliaries, topics);
                       }});
}

}  // namespace themata::franchise
