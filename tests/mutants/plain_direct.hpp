#pragma once

#include <cmath>
#include <numeric>
#include <vector>

#include "mutants/plain_kernels.hpp"
#include "themata/models/hdp/model.hpp"

// A plain copy of direct assignment, with a place for one mistake each.
namespace themata::testing {

enum class NewTopic { by_rest, as_if_nothing_were_taken };
enum class Birth { shortens_the_rest, leaves_the_rest };
enum class Death { returns_its_weight, loses_its_weight };

struct DirectRecipe {
  NewTopic new_topic = NewTopic::by_rest;
  Birth birth = Birth::shortens_the_rest;
  Death death = Death::returns_its_weight;
};

/// Tokens one by one; the rest is a number beside the topics. Needs a slot more than topics can have tokens.
class PlainDirect {
 public:
  PlainDirect(hdp::State& state, const Context& context, const DirectRecipe& recipe)
      : state_(state), context_(context), recipe_(recipe) {
    for (std::size_t k = 0; k < state.psi.size(); ++k)
      if (tokens(k) == 0) rest_ += std::exchange(state.psi[k], 0.0);
  }

  void draw() {
    for (std::size_t d = 0; d < context_.corpus.n_documents(); ++d) {
      Stream stream = context_.stream(Purpose::token, d);
      for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i)
        draw_token(stream, d, i);
    }
    state_.psi[first_empty()] = rest_;
    for (std::size_t k = 0; k < state_.psi.size(); ++k) state_.mix.prior[k] = state_.alpha * state_.psi[k];
    sampling::recount(state_.mix, context_.corpus, context_.pool);
  }

 private:
  static constexpr Topic nowhere = 0xFFFF;

  std::size_t tokens(std::size_t k) const {
    return static_cast<std::size_t>(std::count(state_.mix.topics.begin(), state_.mix.topics.end(), k));
  }
  std::size_t first_empty() const {
    std::size_t k = 0;
    while (tokens(k) > 0) ++k;
    return k;
  }

  double word_mass(std::size_t k, std::uint32_t word) const {
    double same = 0;
    for (std::size_t i = 0; i < state_.mix.topics.size(); ++i)
      same += state_.mix.topics[i] == k && state_.mix.layout.words[i] == word ? 1 : 0;
    return (same + state_.mix.beta) /
           (static_cast<double>(tokens(k)) + state_.mix.beta * context_.corpus.n_types());
  }

  void draw_token(Stream& stream, std::size_t d, std::size_t i) {
    auto& z = state_.mix.topics;
    const std::size_t old = std::exchange(z[i], nowhere);
    if (tokens(old) == 0) {
      const double freed = std::exchange(state_.psi[old], 0.0);
      if (recipe_.death == Death::returns_its_weight) rest_ += freed;
    }
    const auto offsets = context_.corpus.offsets();
    std::vector<double> weight(state_.psi.size() + 1);
    for (std::size_t k = 0; k + 1 < weight.size(); ++k) {
      const auto first = z.begin() + static_cast<std::ptrdiff_t>(offsets[d]);
      const auto last = z.begin() + static_cast<std::ptrdiff_t>(offsets[d + 1]);
      const auto m = static_cast<double>(std::count(first, last, k));
      if (tokens(k) > 0)
        weight[k] = (m + state_.alpha * state_.psi[k]) * word_mass(k, state_.mix.layout.words[i]);
    }
    weight.back() =
        state_.alpha * (recipe_.new_topic == NewTopic::by_rest ? rest_ : 1) / context_.corpus.n_types();
    const std::size_t chosen = choose(weight, stream.uniform());
    z[i] = static_cast<Topic>(chosen + 1 < weight.size() ? chosen : open(stream));
  }

  /// Gives an empty slot a stick of the rest.
  std::size_t open(Stream& stream) {
    const std::size_t k = first_empty();
    state_.psi[k] = rest_ * std::exp(draw_log_beta(stream, 1, state_.gamma));
    if (recipe_.birth == Birth::shortens_the_rest) rest_ -= state_.psi[k];
    return k;
  }

  hdp::State& state_;
  const Context& context_;
  DirectRecipe recipe_;
  double rest_ = 0;
};

}  // namespace themata::testing
