#include <algorithm>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"

namespace themata::admixture {

namespace {

/// sigma_a of PCLDA section 3.2: the running sums over lanes of phi_kv prior_k.
void tabulate(const State& state, std::size_t v, float* table) {
  double sum = 0;
  for (std::size_t k = 0; k < state.lanes(); ++k) {
    sum += static_cast<double>(state.phi.row(v)[k]) * state.prior[k];
    table[k] = static_cast<float>(sum);
  }
}

/// The running sums of every word.
Matrix<float> tabulate_words(const State& state, Pool& pool) {
  Matrix<float> tables(state.phi.rows(), state.lanes());
  pool.for_chunks(state.phi.rows(), 256, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) tabulate(state, v, tables.row(v));
  });
  return tables;
}

/// One document's topics: m_dk by lane, and the list of lanes that have tokens.
class DocumentTopics {
 public:
  explicit DocumentTopics(std::size_t lanes) : counts_(lanes), place_(lanes) {}

  void open(std::span<const Topic> topics) {
    for (const Topic k : active_) counts_[k] = 0;
    active_.clear();
    for (const Topic k : topics) add(k);
  }
  void add(Topic k) {
    if (counts_[k]++ == 0) {
      place_[k] = static_cast<std::uint32_t>(active_.size());
      active_.push_back(k);
    }
  }
  void remove(Topic k) {
    if (--counts_[k] > 0) return;
    active_[place_[k]] = active_.back();
    place_[active_.back()] = place_[k];
    active_.pop_back();
  }
  const std::vector<Topic>& active() const { return active_; }
  std::int32_t count(Topic k) const { return counts_[k]; }

 private:
  std::vector<std::int32_t> counts_;
  std::vector<std::uint32_t> place_;
  std::vector<Topic> active_;
};

/// The lane where a running sum passes `target`; one that adds to the sum.
Topic find_in_table(std::span<const float> table, float target) {
  auto it = std::upper_bound(table.begin(), table.end(), target);
  if (it == table.end()) it = std::lower_bound(table.begin(), table.end(), table.back());
  return static_cast<Topic>(it - table.begin());
}

/// @param phi    lanes: this word's mass in each topic
/// @param table  lanes: this word's running sums of phi prior
Topic draw_topic(const DocumentTopics& document, const float* phi, std::span<const float> table, double u) {
  double own = 0;
  for (const Topic k : document.active()) own += static_cast<double>(phi[k]) * document.count(k);
  double rest = u * (own + table.back());
  if (rest >= own) return find_in_table(table, static_cast<float>(rest - own));
  Topic last = document.active().front();
  for (const Topic k : document.active()) {
    const double weight = static_cast<double>(phi[k]) * document.count(k);
    if (weight > 0) last = k;
    if (rest < weight) return k;
    rest -= weight;
  }
  return last;
}

/// The same where a document may use the topics of a list alone: the list is scanned, and there is no table for it.
Topic draw_allowed(const State& state, const DocumentTopics& document, std::span<const Topic> list,
                   const float* phi, double u) {
  const auto weight = [&](Topic k) { return phi[k] * (state.prior[k] + document.count(k)); };
  double rest = 0;
  for (const Topic k : list) rest += weight(k);
  rest *= u;
  Topic last = list.front();
  for (const Topic k : list) {
    if (weight(k) > 0) last = k;
    if (rest < weight(k)) return k;
    rest -= weight(k);
  }
  return last;
}

void draw_document(State& state, const Context& context, const Matrix<float>& tables, std::size_t d,
                   DocumentTopics& document) {
  const std::size_t begin = context.corpus.offsets()[d];
  const auto list = state.allowed.of(d);
  document.open(std::span(state.topics).subspan(begin, context.corpus.length(d)));
  Stream stream = context.stream(Purpose::token, d);
  for (std::size_t i = begin; i < context.corpus.offsets()[d + 1]; ++i) {
    const std::uint32_t word = state.layout.words[i];
    const float* phi = state.phi.row(word);
    document.remove(state.topics[i]);
    state.topics[i] = list.empty() ? draw_topic(document, phi, tables.span(word), stream.uniform())
                                   : draw_allowed(state, document, list, phi, stream.uniform());
    document.add(state.topics[i]);
  }
}

}  // namespace

void draw_topics_sparse(State& state, const Context& context) {
  const Matrix<float> tables = tabulate_words(state, context.pool);
  context.pool.for_chunks(context.corpus.n_documents(), 16, [&](std::size_t first, std::size_t last) {
    DocumentTopics document(state.lanes());
    for (std::size_t d = first; d < last; ++d) draw_document(state, context, tables, d, document);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::admixture
