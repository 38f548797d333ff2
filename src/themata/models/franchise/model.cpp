#include "themata/models/franchise/model.hpp"

#include <algorithm>
#include <stdexcept>

#include "themata/chain/model.hpp"
#include "themata/models/franchise/hyperparameters.hpp"
#include "themata/models/franchise/seats.hpp"
#include "themata/random/distributions.hpp"
#include "themata/seating/dishes.hpp"

namespace themata::franchise {

static_assert(themata::Model<Model>);

namespace {

/// Sets the expected weight of a new table with each topic, in a document with one table.
void set_prior(State& state) {
  const auto m = static_cast<double>(state.tables.total());
  const double unit = state.documents.of_new(1) / (m + state.topics.concentration);
  for (std::size_t k = 0; k < state.mix.slots(); ++k) {
    const auto tables = static_cast<double>(state.tables.of_topic[k]);
    state.mix.prior[k] = tables > 0 ? unit * (tables - state.topics.discount) : 0;
  }
}

/// The state without its tokens' seats: counts of 0, and slots.
State prepare(const Corpus& corpus, const Saved& saved, Pool& pool, const Settings& settings) {
  State state;
  state.documents = saved.documents;
  state.topics = saved.topics;
  state.mix.beta = saved.beta;
  state.mix.word_prior = settings.word_prior;
  state.mix.layout = sampling::make_layout(corpus, 1);
  state.mix.topics = saved.z;
  sampling::recount(state.mix, corpus, pool, slots_for(std::max<std::size_t>(1, saved.psi.size())));
  return state;
}

/// Draws a table of a restaurant; the index after the last of `sizes` is a new table.
std::size_t draw_customer(Stream& stream, const PitmanYor& process, const std::vector<std::int64_t>& sizes) {
  std::vector<double> weight(sizes.size() + 1);
  for (std::size_t t = 0; t < sizes.size(); ++t) weight[t] = static_cast<double>(sizes[t]) - process.discount;
  weight.back() = process.of_new(static_cast<std::int64_t>(sizes.size()));
  return draw_index(stream, weight);
}

/// Draws the parameters of both distributions, and beta, from their priors.
Saved draw_hyperparameters(Stream& stream, const Settings& s) {
  const auto draw = [&](bool learned, double fixed, const sampling::GammaPrior& prior) {
    return learned ? draw_gamma(stream, prior.shape, prior.rate) : fixed;
  };
  const auto draw_discount = [&](bool learned, double fixed) {
    return learned ? seating::draw_discount(stream, {}, s.discount_prior.a, s.discount_prior.b) : fixed;
  };
  Saved saved{{}, {}, {1}, draw(s.learn_beta, s.beta, s.beta_prior), {}, {}};
  saved.documents.concentration = draw(s.learn_alpha, s.documents.concentration, s.alpha_prior);
  saved.topics.concentration = draw(s.learn_gamma, s.topics.concentration, s.gamma_prior);
  saved.documents.discount = draw_discount(s.learn_document_discount, s.documents.discount);
  saved.topics.discount = draw_discount(s.learn_discount, s.topics.discount);
  return saved;
}

/// Seats one more document. @param tables  numbers of tables of the topics so far
void draw_document(Stream& stream, std::size_t length, std::vector<std::int64_t>& tables, Saved& saved) {
  std::vector<std::int64_t> tokens;  // at each table
  std::vector<sampling::Topic> dish;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t table = draw_customer(stream, saved.documents, tokens);
    if (table == tokens.size()) {
      const std::size_t topic = draw_customer(stream, saved.topics, tables);
      tables.resize(std::max(tables.size(), topic + 1));
      ++tables[topic];
      tokens.push_back(0);
      dish.push_back(static_cast<sampling::Topic>(topic));
    }
    ++tokens[table];
    saved.seat.push_back(static_cast<seating::Seat>(table));
    saved.z.push_back(dish[table]);
  }
}

}  // namespace

void name_anew(State& state, std::size_t slot) {
  if (state.names.size() < state.mix.slots()) state.names.resize(state.mix.slots(), 0);
  state.names[slot] = ++state.last_name;
}

State Model::restore(const Corpus& corpus, Saved saved, Pool& pool) const {
  State state = prepare(corpus, saved, pool, settings_);
  state.tables = seating::tables_of(std::move(saved.seat), state.mix, corpus, pool);
  for (std::size_t k = 0; k < state.mix.slots(); ++k)
    if (state.tables.of_topic[k] > 0) name_anew(state, k);
  set_prior(state);
  state.psi = std::move(saved.psi);
  state.psi.resize(state.mix.slots(), 0.0);
  return state;
}

State Model::init(const Corpus& corpus, Key key, Pool& pool) const {
  const Context context{corpus, key, 0, pool};
  State best;
  double best_joint = 0;
  for (std::uint32_t start = 0; start < std::max(1U, settings_.restarts); ++start) {
    const Corpus nothing =
        make_corpus({}, std::vector<std::uint64_t>(corpus.n_documents() + 1, 0), corpus.n_types());
    State state = prepare(nothing, {{}, {}, {1}, settings_.beta, settings_.documents, settings_.topics}, pool,
                          settings_);
    state.mix.layout = sampling::make_layout(corpus, 1);
    state.mix.topics.resize(corpus.n_tokens());
    state.tables = {std::vector<seating::Seat>(corpus.n_tokens()),
                    std::vector<std::uint32_t>(corpus.n_documents()),
                    std::vector<std::int64_t>(state.mix.slots())};
    seat_all(state, context, settings_.max_topics, start);
    const double joint = settings_.restarts > 1 ? log_joint(state, corpus, pool) : 0;
    if (start > 0 && joint <= best_joint) continue;
    best_joint = joint;
    best = std::move(state);
  }
  // The documents' counts were made for an empty corpus, so the state is made again.
  State state = restore(corpus,
                        {best.mix.topics, best.tables.seat, std::vector<double>(best.mix.slots(), 0.0),
                         best.mix.beta, best.documents, best.topics},
                        pool);
  draw_psi(state, context);
  return state;
}

State Model::sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const {
  Saved saved = draw_hyperparameters(stream, settings_);
  std::vector<std::int64_t> tables;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    draw_document(stream, corpus.length(d), tables, saved);
  saved.psi.assign(tables.size(), 0.0);
  return restore(corpus, std::move(saved), pool);
}

Kernels<State> Model::kernels() const {
  const Settings& s = settings_;
  Kernels<State> kernels;
  kernels.push_back({"seats", [most = s.max_topics](State& state, const Context& context) {
                       draw_seats(state, context, most);
                     }});
  kernels.push_back({"topics of tables", [most = s.max_topics](State& state, const Context& context) {
                       for (const std::size_t slot :
                            seating::draw_dishes(state.mix, state.tables, {state.topics, most}, context))
                         name_anew(state, slot);
                     }});
  if (s.split_merge.proposals > 0)
    kernels.push_back({"splits and merges", [s](State& state, const Context& context) {
                         state.tried = {};
                         if (context.sweep > s.split_merge_until) return;
                         state.tried = seating::split_and_merge(
                             state.mix, state.tables, {state.topics, s.max_topics}, context, s.split_merge);
                         for (const std::size_t slot : state.tried.born) name_anew(state, slot);
                       }});
  add_hyperparameter_kernels(kernels, s);
  if (s.learn_beta)
    kernels.push_back({"beta", [prior = s.beta_prior](State& state, const Context& context) {
                         sampling::draw_beta(state.mix, context, prior);
                       }});
  kernels.push_back({"Psi", [](State& state, const Context& context) {
                       set_prior(state);
                       draw_psi(state, context);
                     }});
  return kernels;
}

void draw_psi(State& state, const Context& context) {
  const std::size_t slots = state.mix.slots();
  state.psi.assign(slots + 1, 0.0);
  std::int64_t topics = 0;
  for (std::size_t k = 0; k < slots; ++k) {
    const std::int64_t tables = state.tables.of_topic[k];
    if (tables == 0) continue;
    ++topics;
    state.psi[k] = static_cast<double>(tables) - state.topics.discount;
  }
  state.psi[slots] = state.topics.of_new(topics);
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::psi);
  draw_dirichlet(stream, state.psi);
  state.psi.resize(slots);
}

double log_seating_part(const State& state, const Corpus& corpus) {
  const auto& tables = state.tables;
  double sum = seating::log_of_tables(state.topics, tables.topics(), tables.total());
  for (const std::int64_t m : tables.of_topic)
    if (m > 0) sum += seating::log_of_table(state.topics, m);
  std::vector<std::int64_t> tokens;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    seating::count_tokens(tables, corpus, d, tokens);
    sum += seating::log_of_tables(state.documents, static_cast<std::int64_t>(tokens.size()),
                                  static_cast<std::int64_t>(corpus.length(d)));
    for (const std::int64_t n : tokens) sum += seating::log_of_table(state.documents, n);
  }
  return sum;
}

double Model::log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
  return log_seating_part(state, corpus) + log_word_part(state, pool);
}

void Model::check(const State& state, const Corpus& corpus) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("franchise state: ") + what);
  };
  for (const PitmanYor& process : {state.documents, state.topics}) {
    require(process.discount >= 0 && process.discount < 1, "discounts in [0, 1)");
    require(process.concentration > -process.discount, "concentrations above minus the discount");
  }
  require(state.mix.beta > 0, "beta above 0");
  seating::check(state.tables, state.mix, corpus);
  require(state.psi.size() == state.mix.slots(), "one weight a slot");
  sampling::check(state.mix, corpus);
}

}  // namespace themata::franchise
