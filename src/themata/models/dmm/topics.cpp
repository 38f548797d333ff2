#include "themata/models/dmm/topics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "themata/io/interruptions.hpp"
#include "themata/models/dmm/scores.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/shuffle.hpp"

namespace themata::dmm {

namespace {

class Scan {
 public:
  Scan(State& state, const Context& context, const TopicSpace& space)
      : state_(state),
        context_(context),
        space_(space),
        scores_(state, context.corpus, {space, state.alpha}),
        work_(scores_.workspace()) {}

  void redraw(std::size_t d) {
    work_.words.open(context_.corpus.document(d));
    const Topic own = state_.mix.topics[context_.corpus.offsets()[d]];
    const Topic chosen = draw(context_.stream(Purpose::token, d), own);
    if (chosen == own) return;
    scores_.count(state_, d, work_.words, own, TopicScores::Change::leave);
    join(d, chosen);
  }

  void assign(std::size_t d) {
    work_.words.open(context_.corpus.document(d));
    join(d, draw(context_.stream(Purpose::init, d), std::nullopt));
  }

 private:
  Topic draw(Stream stream, std::optional<Topic> own) {
    scores_.weigh(state_, own, work_);
    const std::size_t chosen = draw_index(stream, work_.weights);
    if (chosen < scores_.in_use().size()) return scores_.in_use()[chosen];
    const bool is_alone = own && TopicScores::is_alone(state_, *own);
    if (space_.form == Form::finite) return unused_topic(stream, is_alone ? own : std::nullopt);
    return is_alone ? *own : fresh_topic();
  }

  /// Draws one of the finite form's topics that no other document has.
  /// @param own  the document's own topic, if it is one of them
  Topic unused_topic(Stream& stream, std::optional<Topic> own) const {
    const std::size_t unused = space_.topics - scores_.in_use().size() + (own ? 1 : 0);
    std::uint32_t rest = stream.below(static_cast<std::uint32_t>(unused));
    std::size_t k = 0;
    for (;; ++k) {
      const bool is_unused = state_.documents[k] == 0 || (own && k == *own);
      if (is_unused && rest-- == 0) return static_cast<Topic>(k);
    }
  }

  /// A slot for a new topic.
  Topic fresh_topic() {
    if (scores_.in_use().size() >= space_.max_topics)
      throw TopicLimitError(fmt::format("the mixture needs {} topics at sweep {}; `max-topics` allows {}",
                                        scores_.in_use().size() + 1, context_.sweep, space_.max_topics));
    const auto slot =
        static_cast<std::size_t>(std::ranges::find(state_.documents, 0) - state_.documents.begin());
    if (slot == state_.documents.size()) {
      // Adds a third more, so that a start without topics does not copy the counts for every few topics.
      sampling::add_slots(state_.mix, context_.corpus, slot_group + slots_for(slot / 3));
      state_.documents.resize(state_.mix.slots());
    }
    name_anew(state_, slot);
    return static_cast<Topic>(slot);
  }

  void join(std::size_t d, Topic k) {
    const auto& offsets = context_.corpus.offsets();
    std::fill(state_.mix.topics.begin() + static_cast<std::ptrdiff_t>(offsets[d]),
              state_.mix.topics.begin() + static_cast<std::ptrdiff_t>(offsets[d + 1]), k);
    scores_.count(state_, d, work_.words, k, TopicScores::Change::join);
  }

  State& state_;
  const Context& context_;
  TopicSpace space_;
  TopicScores scores_;
  Workspace work_;
};

/// Removes all documents from the counts.
void forget_all(State& state) {
  std::fill_n(state.mix.word_topic.cells(), state.mix.word_topic.n_cells(), 0);
  for (Matrix<std::int32_t>* counts : {&state.mix.block_topic, &state.mix.document_topic})
    if (!counts->empty()) std::fill_n(counts->row(0), counts->rows() * counts->columns(), 0);
  std::ranges::fill(state.documents, 0);
}

/// Divides the joint probability of all topics without other documents among their slots.
/// @param p  of the slots, and last the joint probability
void spread_unused(const State& state, const TopicSpace& space, Topic own, std::vector<double>& p) {
  std::vector<std::size_t> unused;
  const std::size_t topics = space.form == Form::finite ? space.topics : 0;
  for (std::size_t k = 0; k < topics; ++k)
    if (state.documents[k] == 0) unused.push_back(k);
  if (TopicScores::is_alone(state, own)) unused.push_back(own);
  if (unused.empty()) return;
  const double all = std::exchange(p.back(), 0.0);
  for (const std::size_t k : unused) p[k] = all / static_cast<double>(unused.size());
}

}  // namespace

void draw_topics(State& state, const Context& context, const TopicSpace& space) {
  Scan scan(state, context, space);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d)
    if (context.corpus.length(d) > 0) scan.redraw(d);
  set_prior(state, space);
}

void assign_in_sequence(State& state, const Context& context, const TopicSpace& space) {
  forget_all(state);
  std::vector<std::size_t> order(context.corpus.n_documents());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // A stream number that no document has.
  Stream stream = context.stream(Purpose::init, order.size());
  shuffle(order, stream);
  Scan scan(state, context, space);
  for (const std::size_t d : order)
    if (context.corpus.length(d) > 0) scan.assign(d);
  set_prior(state, space);
}

void visit_topic_probabilities(const State& state, const Context& context, const TopicSpace& space,
                               const std::function<void(std::size_t, std::span<const double>)>& visit) {
  constexpr std::size_t chunk = 256;
  const Corpus& corpus = context.corpus;
  const TopicScores scores(state, corpus, {space, state.alpha});
  context.pool.for_chunks(corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    Workspace work = scores.workspace();
    std::vector<double> p;
    for (std::size_t d = first; d < last; ++d) {
      if (corpus.length(d) == 0) continue;
      const Topic own = state.mix.topics[corpus.offsets()[d]];
      work.words.open(corpus.document(d));
      scores.weigh(state, own, work);
      p.assign(state.documents.size() + 1, 0.0);
      const double sum = std::accumulate(work.weights.begin(), work.weights.end(), 0.0);
      for (std::size_t i = 0; i < scores.in_use().size(); ++i) p[scores.in_use()[i]] = work.weights[i] / sum;
      p.back() = work.weights.back() / sum;
      spread_unused(state, space, own, p);
      visit(d, p);
    }
  });
}

}  // namespace themata::dmm
