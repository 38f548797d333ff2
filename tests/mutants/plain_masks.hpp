#pragma once

#include <algorithm>
#include <cmath>
#include <set>

#include "themata/models/icdp/model.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/shuffle.hpp"

// Topics of documents and words of topics by sets and the formulas as they stand, to plant bugs in.
namespace themata::testing {

enum class MaskMistake {
  none,
  by_age,          ///< what others use is scanned from the oldest to the youngest
  ends_early,      ///< what nobody else uses ends at its turn, and what takes its place begins at the end
  printed_births,  ///< as many new ones as eqs. 30 and 33 say: Poisson(r / (1 + r))
  one_too_many,    ///< the odds count the customer himself among those who chose
  without_tokens,  ///< the prior's odds, whatever the tokens say
  never_lost       ///< what nobody else uses and has no token never ends
};

/// One side of the masks: customers, dishes without tokens and with.
class PlainSide {
 public:
  struct Dish {
    std::set<std::size_t> customers;
    std::set<std::size_t> with_tokens;  ///< those who cannot leave it
  };

  PlainSide(icdp::Ibp process, std::size_t customers, double weight, MaskMistake mistake)
      : process_(process), customers_(static_cast<double>(customers)), weight_(weight), mistake_(mistake) {}

  std::vector<Dish> dishes;  ///< by age

  void draw(std::size_t customer, double tokens, Stream& stream) {
    std::vector<std::size_t> order(dishes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (mistake_ != MaskMistake::by_age) shuffle(order, stream);
    for (const std::size_t i : order) switch_dish(dishes[i], customer, tokens, stream);
    std::erase_if(dishes, [&](const Dish& dish) {
      return mistake_ != MaskMistake::never_lost && dish.with_tokens.empty() &&
             (dish.customers.empty() || dish.customers == std::set{customer});
    });
    const std::size_t born = births(customer, tokens, stream);
    dishes.resize(dishes.size() + born, Dish{{customer}, {}});
  }

 private:
  double active(std::size_t customer) const {
    return static_cast<double>(
        std::ranges::count_if(dishes, [&](const Dish& dish) { return dish.customers.contains(customer); }));
  }
  /// Gamma(s w) / Gamma(s w + n)
  double group(double s, double tokens) const {
    return tokens == 0 ? 1 : std::exp(std::lgamma(s * weight_) - std::lgamma(s * weight_ + tokens));
  }

  void switch_dish(Dish& dish, std::size_t customer, double tokens, Stream& stream) {
    if (dish.with_tokens.contains(customer)) return;
    const double own = dish.customers.contains(customer) ? 1 : 0;
    const double others = static_cast<double>(dish.customers.size()) - own;
    if (others == 0) {
      if (mistake_ == MaskMistake::ends_early) dish.customers.clear();
      return;
    }
    const double s = active(customer) - own;
    const double c = others + (mistake_ == MaskMistake::one_too_many ? own : 0);
    double odds =
        (c - process_.discount) / (customers_ - 1 - others + process_.concentration + process_.discount);
    if (mistake_ != MaskMistake::without_tokens) odds *= group(s + 1, tokens) / group(s, tokens);
    if (stream.uniform() < odds / (1 + odds))
      dish.customers.insert(customer);
    else
      dish.customers.erase(customer);
  }

  std::size_t births(std::size_t customer, double tokens, Stream& stream) const {
    const double rate =
        process_.mass * std::exp(std::lgamma(1 + process_.concentration) +
                                 std::lgamma(customers_ - 1 + process_.concentration + process_.discount) -
                                 std::lgamma(customers_ + process_.concentration) -
                                 std::lgamma(process_.concentration + process_.discount));
    const double s = active(customer);
    if (mistake_ == MaskMistake::printed_births) {
      const double r = rate * group(s + 1, tokens) / group(s, tokens);
      return draw_poisson(stream, r / (1 + r));
    }
    std::vector<double> weights;
    for (double j = 0; j < 40; ++j)
      weights.push_back(std::exp(j * std::log(rate) - std::lgamma(j + 1)) * group(s + j, tokens));
    return draw_index(stream, weights);
  }

  icdp::Ibp process_;
  double customers_, weight_;
  MaskMistake mistake_;
};

/// Topics of documents of an FTM. Slots are dishes; the youngest have the highest names.
inline void draw_plain_topics(icdp::State& state, const Context& context, MaskMistake mistake) {
  const Corpus& corpus = context.corpus;
  PlainSide side(state.topic_process, corpus.n_documents(), state.alpha, mistake);
  std::vector<std::size_t> slots;
  for (std::size_t k = 0; k < state.mix.slots(); ++k)
    if (state.mix.prior[k] > 0) slots.push_back(k);
  std::ranges::sort(slots, {}, [&](std::size_t k) { return state.names[k]; });
  side.dishes.resize(slots.size());
  std::vector<std::size_t> dish_of(state.mix.slots());
  for (std::size_t i = 0; i < slots.size(); ++i) dish_of[slots[i]] = i;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    for (const sampling::Topic k : state.documents.of[d]) side.dishes[dish_of[k]].customers.insert(d);
    for (const sampling::Topic k : sampling::topics_of(state.mix, corpus, d))
      side.dishes[dish_of[k]].with_tokens.insert(d);
  }
  // Which topic a dish is: tokens name theirs, and all others are alike.
  std::vector<std::size_t> token_dish;
  for (const sampling::Topic k : state.mix.topics) token_dish.push_back(dish_of[k]);
  Stream stream = context.stream(Purpose::mask, 0);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    side.draw(d, static_cast<double>(corpus.length(d)), stream);
  // Dishes with tokens keep their order, so the n-th of them is the n-th that tokens named, oldest first.
  std::vector<std::size_t> named(token_dish.begin(), token_dish.end());
  std::ranges::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  std::vector<std::size_t> now;
  for (std::size_t i = 0; i < side.dishes.size(); ++i)
    if (!side.dishes[i].with_tokens.empty()) now.push_back(i);
  icdp::Saved saved{sampling::TokenTopics(state.mix.topics.size()),
                    std::vector<std::vector<sampling::Topic>>(corpus.n_documents()),
                    {},
                    side.dishes.size(),
                    state.alpha,
                    state.mix.beta,
                    state.topic_process,
                    state.word_process};
  for (std::size_t t = 0; t < token_dish.size(); ++t)
    saved.z[t] = static_cast<sampling::Topic>(
        now[static_cast<std::size_t>(std::ranges::lower_bound(named, token_dish[t]) - named.begin())]);
  for (std::size_t i = 0; i < side.dishes.size(); ++i)
    for (const std::size_t d : side.dishes[i].customers)
      saved.topics_of_documents[d].push_back(static_cast<sampling::Topic>(i));
  icdp::Settings settings;
  settings.masks = icdp::WhichMasks::topics;
  settings.blocks = 1;
  state = icdp::Model(settings).restore(corpus, std::move(saved), context.pool);
}

}  // namespace themata::testing
