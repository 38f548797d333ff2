#include "themata/models/lda/simulate.hpp"

#include <algorithm>

#include "themata/io/memory.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/labels.hpp"

namespace themata::lda {

namespace {

using simulate::Mixture;
using simulate::open;
using simulate::preset;
using simulate::required;
using O = SimulateOptions;

/// Draws the words that topics may have, each with probability pi, given that there is at least one: the
/// first from its geometric distribution, truncated at V.
void draw_spikes(Mixture& mixture, double pi, Key key) {
  require_memory(static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * pi *
                                            static_cast<double>(mixture.n_topics()) * mixture.n_types),
                 "the words that topics may have", "a smaller `pi` needs less");
  // log(1 - pi), also for tiny pi: the first terms of the series.
  const double log_off = pi < 1e-6 ? -pi - pi * pi / 2 : pi < 1 ? portable_log(1 - pi) : -1e300;
  const double none = portable_exp(log_off * mixture.n_types);
  for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
    Stream stream = part_stream(key, simulate::Part::masks, k);
    const double before = portable_log(1 - stream.uniform() * (1 - none)) / log_off;
    const auto first = std::min(static_cast<std::uint32_t>(before), mixture.n_types - 1);
    std::vector<std::uint32_t> words{first};
    for_each_success(stream, log_off, std::uint64_t{first} + 1, mixture.n_types,
                     [&](std::uint64_t v) { words.push_back(static_cast<std::uint32_t>(v)); });
    mixture.of_topics.push_back(std::move(words));
  }
}

Mixture draw_plain(const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<double>(*options.topics);
  Mixture mixture = simulate::with_weights(std::vector<double>(*options.topics, 1 / n_topics),
                                           n_topics * *options.alpha, *options.types);
  if (options.pi) draw_spikes(mixture, *options.pi, key);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

/// Labels are topics.
Mixture draw_labeled(const SimulateOptions& options, Key key, Pool& pool) {
  simulate::require_labels(options);
  Mixture mixture = draw_plain(options, key, pool);
  mixture.concentration = *options.alpha;
  draw_labels(mixture, options, key, pool);
  return mixture;
}

}  // namespace

const simulate::Simulation& simulation() {
  static const simulate::Simulation instance{
      .options = {"lda",
                  simulate::model_uses({required(&O::types), preset(&O::topics, 100),
                                        preset(&O::alpha, 0.1, "prior weight of each topic in a document"),
                                        preset(&O::beta, 0.01), open(&O::pi)})},
      .draw = draw_plain};
  return instance;
}

const simulate::Simulation& labeled_simulation() {
  static const simulate::Simulation instance{
      .options = {"labeled-lda",
                  simulate::model_uses(
                      {required(&O::types), preset(&O::topics, 20),
                       preset(&O::alpha, 0.5, "prior weight of each topic that a document may use"),
                       preset(&O::beta, 0.01), preset(&O::labels, 2)}),
                  simulate::check_labels},
      .draw = draw_labeled,
      .labels = simulate::SimulatedLabels::topics,
      .listed_after = "lda"};
  return instance;
}

}  // namespace themata::lda
