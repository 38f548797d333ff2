#include "themata/models/icdp/model.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

#include "themata/chain/model.hpp"
#include "themata/models/icdp/document_masks.hpp"
#include "themata/models/icdp/hyperparameters.hpp"
#include "themata/models/icdp/tokens.hpp"
#include "themata/models/icdp/topic_moves.hpp"
#include "themata/models/icdp/topics.hpp"
#include "themata/models/icdp/word_masks.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/rising.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/start.hpp"

namespace themata::icdp {

static_assert(themata::Model<Model>);

namespace {

void set_psi(State& state, std::size_t n_documents) {
  state.psi.assign(state.mix.slots(), 0.0);
  const double all = static_cast<double>(n_documents) + state.topic_process.concentration;
  for (std::size_t k = 0; k < state.psi.size(); ++k)
    if (is_live(state, k))
      state.psi[k] = state.documents.everything()
                         ? 1
                         : (state.documents.documents[k] - state.topic_process.discount) / all;
}

WordMask word_mask_of(const Saved& saved, const Corpus& corpus, std::size_t slots) {
  WordMask mask;
  if (saved.words_of_topics.empty()) return mask;
  const std::uint32_t n_types = corpus.n_types();
  mask.on = BitMatrix(n_types, slots);
  for (std::size_t k = 0; k < saved.words_of_topics.size(); ++k)
    for (const std::uint32_t v : saved.words_of_topics[k]) {
      if (v < n_types) {
        mask.on.set(v, k);
        continue;
      }
      if (mask.latent.size() <= v - n_types) mask.latent.resize(v - n_types + 1);
      mask.latent[v - n_types].push_back(static_cast<Topic>(k));
    }
  return mask;
}

/// Draws the topics of one document from p(z | mask, alpha): a Polya urn.
void draw_urn(Stream& stream, std::span<const Topic> list, double alpha, std::span<Topic> topics) {
  std::vector<double> weights(list.size(), alpha);
  for (Topic& k : topics) {
    const std::size_t chosen = draw_index(stream, weights);
    weights[chosen] += 1;
    k = list[chosen];
  }
}

Ibp draw_ibp(Stream& stream, const Ibp& fixed, const LearnedIbp& learned) {
  Ibp process = fixed;
  if (learned.mass) process.mass = draw_gamma(stream, learned.mass_prior.shape, learned.mass_prior.rate);
  double sum = process.concentration + process.discount;
  if (learned.concentration) sum = draw_gamma(stream, learned.sum_prior.shape, learned.sum_prior.rate);
  if (learned.discount) process.discount = stream.uniform() * learned.most_discount;
  if (learned.concentration || learned.discount) process.concentration = sum - process.discount;
  return process;
}

/// Draws the words that each topic may have. @returns false if a topic with tokens has none
bool try_words(Saved& saved, std::uint32_t n_types, Stream& stream, const Settings& s) {
  const bool finite = s.vocabulary == Vocabulary::finite;
  if (finite && !(dish_distribution(saved.word_process, n_types).on > 0)) return false;
  Buffet words =
      finite ? draw_buffet(stream, dish_distribution(saved.word_process, n_types), saved.slots, n_types)
             : draw_buffet(stream, saved.word_process, saved.slots);
  for (std::size_t k = 0; k < saved.slots; ++k) {
    auto& list = words.of[k];
    if (list.empty() && std::ranges::find(saved.z, static_cast<Topic>(k)) != saved.z.end()) return false;
    if (!finite)
      for (std::uint32_t& word : list) word += n_types;  // latent words, as long as there are no tokens
    saved.words_of_topics.push_back(std::move(list));
  }
  return true;
}

/// Draws everything except the words; nothing if there are tokens without a possible topic, or topics with
/// tokens but without words.
std::optional<Saved> try_prior(const Corpus& corpus, Stream& stream, const Settings& s) {
  const auto positive = [&](bool learned, double fixed, const GammaPrior& prior) {
    return learned ? draw_gamma(stream, prior.shape, prior.rate) : fixed;
  };
  Saved saved;
  saved.alpha = positive(s.learn_alpha, s.alpha, s.priors.alpha);
  saved.beta = positive(s.learn_beta, s.beta, s.priors.beta);
  saved.topic_process = s.topic_process;
  saved.word_process = s.word_process;
  if (s.masks != WhichMasks::words)
    saved.topic_process = draw_ibp(stream, s.topic_process, learned_of_topics(s));
  if (s.masks != WhichMasks::topics)
    saved.word_process = draw_ibp(stream, s.word_process, learned_of_words(s));
  saved.slots = s.topics;
  if (s.masks != WhichMasks::words) {
    const Buffet topics = draw_buffet(stream, saved.topic_process, corpus.n_documents());
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      if (topics.of[d].empty() && corpus.length(d) > 0) return std::nullopt;
      saved.topics_of_documents.emplace_back(topics.of[d].begin(), topics.of[d].end());
    }
    saved.slots = topics.dishes;
  }
  std::vector<Topic> all(saved.slots);
  std::iota(all.begin(), all.end(), Topic{0});
  saved.z.resize(corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    draw_urn(stream, s.masks == WhichMasks::words ? all : saved.topics_of_documents[d], saved.alpha,
             std::span(saved.z).subspan(corpus.offsets()[d], corpus.length(d)));
  if (s.masks != WhichMasks::topics && !try_words(saved, corpus.n_types(), stream, s)) return std::nullopt;
  return saved;
}

/// The words of each topic's mask: types, then latent words from n_types on.
std::vector<std::vector<std::uint32_t>> words_of_topics(const State& state, std::size_t slots) {
  if (state.words.everything()) return {};
  std::vector<std::vector<std::uint32_t>> lists(slots);
  const std::size_t n_types = state.words.on.rows();
  for (std::size_t v = 0; v < n_types; ++v)
    state.words.on.for_each(v, [&](std::size_t k) { lists[k].push_back(static_cast<std::uint32_t>(v)); });
  for (std::size_t g = 0; g < state.words.latent.size(); ++g)
    for (const Topic k : state.words.latent[g]) lists[k].push_back(static_cast<std::uint32_t>(n_types + g));
  return lists;
}

/// Draws new words for all tokens: a Polya urn for each topic, over the words of its mask.
std::vector<std::uint32_t> draw_words(Stream& stream, const Saved& saved, std::uint32_t n_types) {
  std::vector<std::uint32_t> all(n_types);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<std::vector<double>> weights(saved.slots);
  std::vector<std::uint32_t> words;
  for (const Topic k : saved.z) {
    const auto& list = saved.words_of_topics.empty() ? all : saved.words_of_topics[k];
    if (weights[k].empty()) weights[k].assign(list.size(), saved.beta);
    const std::size_t chosen = draw_index(stream, weights[k]);
    weights[k][chosen] += 1;
    words.push_back(list[chosen]);
  }
  return words;
}

/// Numbers words with tokens from 0, followed by the others. @return how many have tokens
std::uint32_t renumber(std::vector<std::uint32_t>& words, std::vector<std::vector<std::uint32_t>>& lists) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t most = 0;
  for (const auto& list : lists)
    for (const std::uint32_t v : list) most = std::max(most, v + 1);
  std::vector<std::uint32_t> number(most, none);
  std::uint32_t next = 0;
  const auto give = [&](std::uint32_t v) {
    if (number[v] == none) number[v] = next++;
  };
  for (const std::uint32_t v : words) give(v);
  const std::uint32_t with_tokens = next;
  for (const auto& list : lists)
    for (const std::uint32_t v : list) give(v);
  for (std::uint32_t& v : words) v = number[v];
  for (auto& list : lists)
    for (std::uint32_t& v : list) v = number[v];
  return with_tokens;
}

/// A start: for every document a few random topics, the expected number, 5 at least. Full masks would remain
/// full for a long time: a topic that all other documents use is also used by the next one.
std::vector<std::vector<Topic>> draw_few_topics(const Corpus& corpus, Key key, const Settings& s) {
  std::vector<Topic> all(s.topics);
  std::iota(all.begin(), all.end(), Topic{0});
  constexpr double fewest = 5;  // a document that begins with one topic takes up others too slowly
  const auto most = static_cast<double>(s.topics);
  const auto few = static_cast<std::size_t>(std::clamp(s.topic_process.mass, std::min(fewest, most), most));
  std::vector<std::vector<Topic>> lists;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    Stream stream(key, Purpose::mask, 0, d);
    shuffle(all, stream);
    lists.emplace_back(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(few));
  }
  return lists;
}

/// For each topic, the words of which it has tokens.
std::vector<std::vector<std::uint32_t>> words_with_tokens(std::span<const Topic> z, const Corpus& corpus,
                                                          std::size_t topics) {
  std::vector<std::vector<std::uint32_t>> lists(topics);
  for (std::size_t i = 0; i < z.size(); ++i) lists[z[i]].push_back(corpus.tokens()[i]);
  for (auto& list : lists) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

}  // namespace

Saved saved_of(const State& state, const Corpus& corpus) {
  std::size_t slots = state.mix.slots();
  while (slots > 1 && !is_live(state, slots - 1)) --slots;
  return {sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics),
          state.documents.of,
          words_of_topics(state, slots),
          slots,
          state.alpha,
          state.mix.beta,
          state.topic_process,
          state.word_process};
}

MaskSizes mask_sizes(const State& state) {
  MaskSizes sizes{0, 0};
  for (const auto& list : state.documents.of) sizes.topics_a_document += static_cast<double>(list.size());
  sizes.topics_a_document /= static_cast<double>(std::max<std::size_t>(1, state.documents.of.size()));
  if (state.words.everything()) return sizes;
  const std::vector<Topic> live = live_topics(state);
  for (const Topic k : live) sizes.words_a_topic += state.words.words(k);
  sizes.words_a_topic /= static_cast<double>(std::max<std::size_t>(1, live.size()));
  return sizes;
}

Saved start_masks(const Corpus& corpus, std::span<const Topic> z, std::size_t topics, WhichMasks masks) {
  Saved saved{{z.begin(), z.end()}, {}, {}, topics, 0, 0, {}, {}};
  if (masks != WhichMasks::topics) saved.words_of_topics = words_with_tokens(saved.z, corpus, topics);
  if (masks == WhichMasks::words) return saved;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const auto own = z.subspan(corpus.offsets()[d], corpus.length(d));
    std::vector<Topic>& list = saved.topics_of_documents.emplace_back(own.begin(), own.end());
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return saved;
}

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state;
  const std::uint32_t blocks = settings_.collapsed    ? 1
                               : settings_.blocks > 0 ? settings_.blocks
                                                      : sampling::default_blocks(corpus);
  state.mix.layout = sampling::make_layout(corpus, blocks);
  state.mix.beta = saved.beta;
  state.mix.topics = sampling::to_layout_order(corpus, state.mix.layout, saved.z);
  const std::size_t slots = slots_for(std::max<std::size_t>(1, saved.slots));
  sampling::recount(state.mix, corpus, pool, slots);
  state.words = word_mask_of(saved, corpus, slots);
  if (!state.words.everything()) recount(state.words, state.mix.layout, slots);
  state.documents.of = std::move(saved.topics_of_documents);
  recount(state.documents, slots);
  state.alpha = saved.alpha;
  state.topic_process = saved.topic_process;
  state.word_process = saved.word_process;
  state.names.resize(slots, 0);
  for (std::size_t k = 0; k < slots; ++k) {
    const bool live = state.documents.everything() ? k < saved.slots : state.documents.documents[k] > 0;
    state.mix.prior[k] = live ? state.alpha : 0;
    if (live) state.names[k] = ++state.last_name;
  }
  set_psi(state, corpus.n_documents());
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const Settings& s = settings_;
  Saved saved{{}, {}, {}, s.topics, s.alpha, s.beta, s.topic_process, s.word_process};
  if (s.masks != WhichMasks::words) saved.topics_of_documents = draw_few_topics(corpus, key, s);
  const auto allowed = s.masks == WhichMasks::words ? sampling::AllowedTopics()
                                                    : sampling::AllowedTopics(saved.topics_of_documents);
  saved.z = sampling::draw_uniform_topics(corpus, key, {s.topics, &allowed}, pool);
  if (s.masks != WhichMasks::topics) saved.words_of_topics = words_with_tokens(saved.z, corpus, s.topics);
  return restore(corpus, std::move(saved), pool);
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  for (;;)
    if (auto saved = try_prior(corpus, stream, settings_)) return restore(corpus, std::move(*saved), pool);
}

Corpus Model::resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
  Saved saved = saved_of(state, corpus);
  std::vector<std::uint32_t> words = draw_words(stream, saved, corpus.n_types());
  const bool open_ended = !state.words.everything() && settings_.vocabulary != Vocabulary::finite;
  const std::uint32_t n_types = open_ended ? renumber(words, saved.words_of_topics) : corpus.n_types();
  Corpus redrawn = make_corpus(std::move(words), {corpus.offsets().begin(), corpus.offsets().end()}, n_types);
  state = restore(redrawn, std::move(saved), pool);
  return redrawn;
}

Kernels<State> Model::kernels() const {
  const Settings& s = settings_;
  Kernels<State> kernels;
  kernels.push_back({"topics, block-collapsed", draw_topics});
  if (s.masks != WhichMasks::words)
    kernels.push_back({"topics of documents", [s](State& state, const Context& context) {
                         (s.collapsed ? draw_document_masks_in_turn : draw_document_masks)(state, context,
                                                                                           s.vocabulary);
                       }});
  if (s.masks != WhichMasks::topics)
    kernels.push_back({"words of topics", [s](State& state, const Context& context) {
                         (s.collapsed ? draw_word_masks_in_turn : draw_word_masks)(state, context,
                                                                                   s.vocabulary);
                       }});
  if (s.masks != WhichMasks::words && s.topic_moves > 0)
    kernels.push_back({"topics of documents, moved whole", [s](State& state, const Context& context) {
                         if (context.sweep % s.topic_moves == 0) move_topics(state, context, s.vocabulary);
                       }});
  add_hyperparameter_kernels(kernels, s);
  kernels.push_back(
      {"psi", [](State& state, const Context& context) { set_psi(state, context.corpus.n_documents()); }});
  return kernels;
}

double Model::log_word_part(const State& state, Pool&) const {
  double sum = 0;
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(state.mix);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) continue;
    const auto words =
        static_cast<double>(state.words.everything() ? state.mix.word_topic.rows() : state.words.words(k));
    sum -= log_rising(words * state.mix.beta, sizes[k]);
  }
  for (std::size_t v = 0; v < state.mix.word_topic.rows(); ++v)
    for (const std::int32_t n : state.mix.word_topic.span(v))
      if (n > 0) sum += log_rising(state.mix.beta, n);
  return sum;
}

double Model::log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
  double sum = log_masks(state, corpus, settings_) + log_word_part(state, pool);
  sampling::DocumentTopics document(state.mix.slots());
  const std::size_t live = live_topics(state).size();
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    document.open(sampling::topics_of(state.mix, corpus, d));
    const auto topics =
        static_cast<double>(state.documents.everything() ? live : state.documents.of[d].size());
    sum -= log_rising(topics * state.alpha, static_cast<std::int64_t>(corpus.length(d)));
    for (const Topic k : document.active()) sum += log_rising(state.alpha, document.count(k));
  }
  return sum;
}

void Model::check(const State& state, const Corpus& corpus) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("icdp state: ") + what);
  };
  sampling::check(state.mix, corpus);
  for (const Ibp& process : {state.topic_process, state.word_process})
    require(process.mass > 0 && process.discount >= 0 && process.discount < 1 &&
                process.concentration > -process.discount,
            "hyperparameters in their range");
  require(state.alpha > 0 && state.mix.beta > 0, "alpha and beta above 0");
  const std::size_t slots = state.mix.slots();
  TopicMask documents{state.documents.of, {}};
  recount(documents, slots);
  require(documents.documents == state.documents.documents, "documents of topics are counted");
  if (!state.documents.everything()) {
    for (std::size_t d = 0; d < corpus.n_documents(); ++d)
      for (const Topic k : sampling::topics_of(state.mix, corpus, d))
        require(std::ranges::count(state.documents.of[d], k) == 1, "tokens have topics of their document");
    for (std::size_t k = 0; k < slots; ++k)
      require(is_live(state, k) == (documents.documents[k] > 0), "topics have documents");
  }
  if (state.words.everything()) return;
  for (std::size_t v = 0; v < corpus.n_types(); ++v)
    for (std::size_t k = 0; k < slots; ++k) {
      const bool on = state.words.on.test(v, k);
      require(on || state.mix.word_topic.row(v)[k] == 0, "tokens have words of their topic");
      require(!on || is_live(state, k), "no words of no topic");
    }
  for (const auto& list : state.words.latent) {
    require(!list.empty(), "latent words have topics");
    for (const Topic k : list) require(is_live(state, k), "no latent words of no topic");
  }
}

}  // namespace themata::icdp
