#include "themata/models/dmm/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "themata/chain/model.hpp"
#include "themata/models/dmm/hyper.hpp"
#include "themata/models/dmm/topics.hpp"
#include "themata/random/distributions.hpp"

namespace themata::dmm {

static_assert(themata::Model<Model>);

namespace {

/// Assigns one topic to all tokens of a document.
void set_topic(sampling::TokenTopics& z, const Corpus& corpus, std::size_t d, Topic k) {
  for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) z[i] = k;
}

/// m_k
std::vector<std::int64_t> count_documents(const sampling::State& mix, const Corpus& corpus) {
  std::vector<std::int64_t> documents(mix.slots());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    if (corpus.length(d) > 0) ++documents[mix.topics[corpus.offsets()[d]]];
  return documents;
}

/// Number of slots needed for topics up to the largest number.
std::size_t slots_of(const sampling::TokenTopics& z, const Settings& settings) {
  std::size_t topics = settings.form == Form::finite ? settings.topics : 1;
  for (const Topic k : z) topics = std::max(topics, std::size_t{k} + 1);
  return slots_for(topics);
}

}  // namespace

void name_anew(State& state, std::size_t slot) {
  if (state.names.size() < state.mix.slots()) state.names.resize(state.mix.slots(), 0);
  state.names[slot] = ++state.last_name;
}

void set_prior(State& state, const TopicSpace& space) {
  state.mix.prior = new_document_weights({space, state.alpha}, state.documents);
  state.mix.prior.pop_back();
}

Saved saved_of(const State& state, const Corpus& corpus) {
  return {sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics), state.alpha, state.mix.beta};
}

Model::Model(Settings settings) : settings_(std::move(settings)) {
  if (settings_.word_prior.has_seeds()) throw std::logic_error("dmm: topics cannot be seeded");
  if (settings_.topics == 0 || settings_.initial_topics == 0) throw std::logic_error("dmm: no topics");
}

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state;
  state.alpha = saved.alpha;
  state.mix.beta = saved.beta;
  state.mix.word_prior = settings_.word_prior;
  state.mix.layout = sampling::make_layout(corpus, 1);
  const std::size_t slots = slots_of(saved.z, settings_);
  state.mix.topics = std::move(saved.z);
  sampling::recount(state.mix, corpus, pool, slots);
  state.documents = count_documents(state.mix, corpus);
  for (std::size_t k = 0; k < slots; ++k)
    if (settings_.form == Form::infinite && state.documents[k] > 0) name_anew(state, k);
  set_prior(state, space());
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const Context context{corpus, key, 0, pool};
  sampling::TokenTopics z(corpus.n_tokens(), 0);
  if (settings_.start == Start::uniform) {
    const std::size_t topics = settings_.form == Form::finite ? settings_.topics : settings_.initial_topics;
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      Stream stream = context.stream(Purpose::init, d);
      set_topic(z, corpus, d, static_cast<Topic>(stream.below(static_cast<std::uint32_t>(topics))));
    }
  }
  State state = restore(corpus, {std::move(z), settings_.alpha, settings_.beta}, pool);
  if (settings_.start == Start::sequential) assign_in_sequence(state, context, space());
  return state;
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  const auto draw = [&](bool learned, double fixed, const sampling::GammaPrior& prior) {
    return learned ? draw_gamma(stream, prior.shape, prior.rate) : fixed;
  };
  Saved saved{sampling::TokenTopics(corpus.n_tokens()),
              draw(settings_.learn_alpha, settings_.alpha, settings_.alpha_prior),
              draw(settings_.learn_beta, settings_.beta, settings_.beta_prior)};
  std::vector<std::int64_t> documents(settings_.form == Form::finite ? settings_.topics : 0);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    if (corpus.length(d) == 0) continue;
    const auto weights = new_document_weights({space(), saved.alpha}, documents);
    const std::size_t k = draw_index(stream, weights);
    documents.resize(std::max(documents.size(), k + 1));
    ++documents[k];
    set_topic(saved.z, corpus, d, static_cast<Topic>(k));
  }
  return restore(corpus, std::move(saved), pool);
}

Kernels<State> Model::kernels() const {
  Kernels<State> kernels;
  if (settings_.learn_alpha)
    kernels.push_back(
        {"alpha", [prior = settings_.alpha_prior, space = space()](State& state, const Context& context) {
           draw_alpha(state, context, space, prior);
         }});
  if (settings_.learn_beta)
    kernels.push_back({"beta", [prior = settings_.beta_prior](State& state, const Context& context) {
                         sampling::draw_beta(state.mix, context, prior);
                       }});
  kernels.push_back({"topics of documents", [space = space()](State& state, const Context& context) {
                       draw_topics(state, context, space);
                     }});
  return kernels;
}

double Model::log_joint(const State& state, const Corpus&, Pool& pool) const {
  return log_topic_prior({space(), state.alpha}, state.documents) + log_word_part(state, pool);
}

void Model::check(const State& state, const Corpus& corpus) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("dmm state: ") + what);
  };
  require(state.alpha > 0 && state.mix.beta > 0, "alpha and beta above 0");
  sampling::check(state.mix, corpus);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (const Topic k : sampling::topics_of(state.mix, corpus, d))
      require(k == state.mix.topics[corpus.offsets()[d]], "one topic per document");
  require(state.documents == count_documents(state.mix, corpus), "documents counted by topic");
  for (std::size_t k = 0; k < state.documents.size(); ++k) {
    const bool is_used = state.documents[k] > 0;
    if (settings_.form == Form::finite)
      require(!is_used || k < settings_.topics, "topics below K");
    else
      require(!is_used || (k < state.names.size() && state.names[k] > 0), "topics have names");
  }
}

}  // namespace themata::dmm
