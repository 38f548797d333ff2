#include "themata/models/icdp/topics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/shuffle.hpp"

namespace themata::icdp {

Stream mask_stream(const Context& context, MaskDraw what, std::uint64_t index) {
  return context.stream(Purpose::mask, (static_cast<std::uint64_t>(what) << 40) + index);
}

bool is_live(const State& state, std::size_t k) { return state.mix.prior[k] > 0; }

std::vector<Topic> live_topics(const State& state) {
  std::vector<Topic> live;
  for (std::size_t k = 0; k < state.mix.slots(); ++k)
    if (is_live(state, k)) live.push_back(static_cast<Topic>(k));
  return live;
}

DishDistribution word_dishes(const State& state, Vocabulary vocabulary) {
  return vocabulary == Vocabulary::finite ? dish_distribution(state.word_process, state.words.on.rows())
                                          : dish_distribution(state.word_process);
}

bool is_dish(const State& state, std::size_t v, Vocabulary vocabulary) {
  return vocabulary == Vocabulary::finite || state.words.topics[v] > 0;
}

namespace {

void add_slots(State& state, const Context& context, std::size_t more) {
  sampling::add_slots(state.mix, context.corpus, more);
  const std::size_t slots = state.mix.slots();
  widen(state.documents, slots);
  widen(state.words, slots);
  state.names.resize(slots, 0);
  state.psi.resize(slots, 0.0);
}

std::size_t empty_slot(State& state, const Context& context) {
  const auto& prior = state.mix.prior;
  const auto slot = static_cast<std::size_t>(std::ranges::find(prior, 0.0) - prior.begin());
  if (slot == prior.size())
    add_slots(state, context, std::max(slot_group, prior.size() / 4 / slot_group * slot_group));
  return slot;
}

void draw_first_words(State& state, std::size_t k, double others, Vocabulary vocabulary, Stream& stream) {
  const DishDistribution dish = word_dishes(state, vocabulary);
  const double all = others + dish.on + dish.off;
  for (std::size_t v = 0; v < state.words.on.rows(); ++v)
    if (is_dish(state, v, vocabulary) && stream.uniform() * all < state.words.topics[v] + dish.on)
      set_word(state.words, state.mix.layout, v, k, true);
  if (vocabulary == Vocabulary::finite) return;
  const auto topic = static_cast<Topic>(k);
  for (auto& list : state.words.latent)
    if (stream.uniform() * all < static_cast<double>(list.size()) + dish.on) {
      list.push_back(topic);
      ++state.words.n_latent[k];
    }
  const std::uint64_t fresh =
      draw_poisson(stream, state.word_process.new_dishes(static_cast<std::uint64_t>(others)));
  state.words.latent.resize(state.words.latent.size() + fresh, {topic});
  state.words.n_latent[k] += static_cast<std::uint32_t>(fresh);
}

}  // namespace

std::size_t begin_topic(State& state, const Context& context, Vocabulary vocabulary, Stream& stream) {
  const auto others = static_cast<std::size_t>(
      std::ranges::count_if(state.mix.prior, [](double weight) { return weight > 0; }));
  if (others >= sampling::max_topics)
    throw ResourceError(
        fmt::format("the model needs more than {} topics at sweep {}; a lower `sigma`, `delta` or `eta` "
                    "gives fewer topics",
                    sampling::max_topics, context.sweep));
  const std::size_t k = empty_slot(state, context);
  if (!state.words.everything()) draw_first_words(state, k, static_cast<double>(others), vocabulary, stream);
  state.mix.prior[k] = state.alpha;
  state.names[k] = ++state.last_name;
  return k;
}

void end_topic(State& state, std::size_t k) {
  if (!state.words.everything()) clear_topic(state.words, state.mix.layout, k);
  state.mix.prior[k] = 0;
  state.names[k] = 0;
}

double draw_odds(Stream& stream, const DishDistribution& dish, double c, double n) {
  const double on = draw_log_gamma(stream, dish.on + c);
  constexpr double most = 600;  // keeps the odds finite and above 0
  return portable_exp(std::clamp(on - draw_log_gamma(stream, dish.off + n - c), -most, most));
}

std::vector<std::uint32_t> draw_order(Stream stream, std::size_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(order, stream);
  return order;
}

}  // namespace themata::icdp
