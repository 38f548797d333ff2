#include "themata/sampling/scans/sparse.hpp"

#include <algorithm>
#include <vector>

#include "themata/sampling/scans/partially_collapsed.hpp"
#include "themata/sampling/state/document_topics.hpp"

namespace themata::sampling {

namespace {

/// sigma_a of PCLDA section 3.2: the running sums over slots of phi_kv prior_k.
void tabulate(const State& state, const float* phi, float* table) {
  double sum = 0;
  for (std::size_t k = 0; k < state.slots(); ++k) {
    sum += static_cast<double>(phi[k]) * state.prior[k];
    table[k] = static_cast<float>(sum);
  }
}

/// The slot at which a running sum exceeds `target`; always one with mass above 0.
Topic find_in_table(std::span<const float> table, float target) {
  auto it = std::upper_bound(table.begin(), table.end(), target);
  if (it == table.end()) it = std::lower_bound(table.begin(), table.end(), table.back());
  return static_cast<Topic>(it - table.begin());
}

/// A word's mass in each topic.
struct WordRow {
  const float* phi;              ///< slots: its mass
  std::span<const float> table;  ///< slots: running sums of phi prior
};

/// @param old  the token's topic, which it keeps if its word has no mass in any topic
Topic draw_topic(const DocumentTopics& document, const WordRow& word, Topic old, double u) {
  const float* phi = word.phi;
  double own = 0;
  for (const Topic k : document.active()) own += static_cast<double>(phi[k]) * document.count(k);
  const double total = own + word.table.back();
  if (!(total > 0)) return old;
  double rest = u * total;
  if (rest >= own) return find_in_table(word.table, static_cast<float>(rest - own));
  Topic last = document.active().front();
  for (const Topic k : document.active()) {
    const double weight = static_cast<double>(phi[k]) * document.count(k);
    if (weight > 0) last = k;
    if (rest < weight) return k;
    rest -= weight;
  }
  return last;
}

/// What the draw of a document's topics needs.
struct Visit {
  State& state;
  DocumentTopics& document;
  std::span<const Topic> list;  ///< the topics that it may use
  std::int32_t* counts;         ///< m_dk where the state stores them; else null
};

/// The same for a document that may use only the topics of a list: the list is scanned, without a table.
Topic draw_allowed(const Visit& visit, const float* phi, Topic old, double u) {
  const auto weight = [&](Topic k) { return phi[k] * (visit.state.prior[k] + visit.document.count(k)); };
  const auto list = visit.list;
  double rest = 0;
  for (const Topic k : list) rest += weight(k);
  if (!(rest > 0)) return old;
  rest *= u;
  Topic last = list.front();
  for (const Topic k : list) {
    if (weight(k) > 0) last = k;
    if (rest < weight(k)) return k;
    rest -= weight(k);
  }
  return last;
}

/// Draws the topics of the tokens of one piece, in the layout's order.
void draw_piece(const Visit& visit, const TabulatedPhi& words, Layout::Piece piece, Stream stream) {
  State& state = visit.state;
  for (std::size_t i = piece.first; i < piece.last; ++i) {
    const std::size_t row = words.phi.blocks.row(state.layout.words[i]);
    const float* phi = words.phi.rows + row * state.slots();
    const Topic old = state.topics[i];
    visit.document.remove(old);
    state.topics[i] = visit.list.empty()
                          ? draw_topic(visit.document, {phi, words.tables.span(row)}, old, stream.uniform())
                          : draw_allowed(visit, phi, old, stream.uniform());
    visit.document.add(state.topics[i]);
    if (visit.counts == nullptr) continue;
    --visit.counts[old];
    ++visit.counts[state.topics[i]];
  }
}

}  // namespace

Matrix<float> tabulate_words(const State& state, const PhiPart& phi, Pool& pool) {
  Matrix<float> tables(phi.n_rows, state.slots());
  pool.for_chunks(phi.n_rows, 256, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row)
      tabulate(state, phi.rows + row * state.slots(), tables.row(row));
  });
  return tables;
}

void draw_document(State& state, const Context& context, const TabulatedPhi& words, std::size_t d,
                   DocumentTopics& document) {
  const Layout& layout = state.layout;
  std::int32_t* const counts = state.document_topic.empty() ? nullptr : state.document_topic.row(d);
  for (std::size_t b = words.phi.blocks.first; b < words.phi.blocks.end; ++b) {
    const Layout::Piece piece = layout.piece(context.corpus, d, b);
    if (piece.first == piece.last) continue;
    document.open(topics_of(state, context.corpus, d));
    draw_piece({state, document, state.allowed.of(d), counts}, words, piece,
               context.stream(Purpose::token, layout.number(d) * layout.n_blocks + b));
  }
}

void draw_topics_sparse(State& state, const Context& context) {
  for_each_phi_part(state, [&](const PhiPart& phi) {
    const Matrix<float> tables = tabulate_words(state, phi, context.pool);
    context.pool.for_chunks(context.corpus.n_documents(), 16, [&](std::size_t first, std::size_t last) {
      DocumentTopics document(state.slots());
      for (std::size_t d = first; d < last; ++d) draw_document(state, context, {phi, tables}, d, document);
    });
  });
  recount_words(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
