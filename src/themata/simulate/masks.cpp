#include "themata/simulate/masks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/simulate/address.hpp"

namespace themata::simulate {

namespace {

enum class Mask : std::uint64_t { topics = 0, words = 1 };

icdp::Ibp topic_law(const SimulateOptions& o) { return {*o.eta, *o.delta, *o.sigma}; }
icdp::Ibp word_law(const SimulateOptions& o) { return {*o.gamma, *o.xi, *o.zeta}; }

void refuse_topics(const SimulateOptions& o, double topics) {
  throw UsageError(
      fmt::format("--eta {:g}, --delta {:g} and --sigma {:g} make {:.0f} topics of {} documents; expected at "
                  "most {}: smaller "
                  "ones make fewer",
                  *o.eta, *o.delta, *o.sigma, topics, *o.documents, most_simulated_topics));
}

/// Refuses lists of `rows` rows with so many entries in all where they do not fit.
void require_lists(double rows, double entries, const std::string& what, const std::string& remedy) {
  constexpr double row = 2 * sizeof(std::vector<std::uint32_t>),
                   entry = 2 * sizeof(std::uint32_t);  // lists grow by halves
  require_memory(static_cast<std::uint64_t>(std::min(row * rows + entry * entries, 9e18)), what, remedy);
}

icdp::Buffet draw_topics_of_documents(const SimulateOptions& o, Key key) {
  const auto documents = static_cast<double>(*o.documents);
  const double weights = o.model == "icdp" ? 3 : 1;  // a weight is two entries long
  require_lists(documents * weights, documents * *o.eta * weights,
                fmt::format("the topics of {} documents", *o.documents),
                "fewer --documents or a smaller --eta need less");
  const double expected = topic_law(o).dishes(*o.documents);
  if (!(expected < 2.0 * most_simulated_topics)) refuse_topics(o, expected);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::topics));
  icdp::Buffet buffet = draw_buffet(stream, topic_law(o), *o.documents);
  if (buffet.dishes > most_simulated_topics) refuse_topics(o, buffet.dishes);
  return buffet;
}

/// Refuses word types that cannot be numbered, and lists and a table of them that do not fit.
void check_words(const SimulateOptions& o, std::size_t topics) {
  constexpr double most_types = 4294967294.0;
  const auto rows = static_cast<double>(topics);
  const double types = o.types ? static_cast<double>(*o.types) : word_law(o).dishes(topics);
  if (!(types < most_types))
    throw UsageError(fmt::format(
        "--gamma {:g}, --xi {:g} and --zeta {:g} make {:.0f} words of {} topics; expected at most {:.0f}: "
        "smaller ones make fewer",
        *o.gamma, *o.xi, *o.zeta, types, topics, most_types));
  require_lists(rows, rows * std::min(*o.gamma, types), fmt::format("the words of {} topics", topics),
                "a smaller --gamma needs less");
  require_table(topics, static_cast<std::uint64_t>(types));
}

icdp::Buffet draw_words_of_topics(const SimulateOptions& o, std::size_t topics, Key key) {
  constexpr int tries = 1000;
  check_words(o, topics);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::words));
  for (int i = 0; i < tries; ++i) {
    const auto types = static_cast<std::uint32_t>(o.types.value_or(0));
    icdp::Buffet buffet = types > 0 ? draw_buffet(stream, dish_law(word_law(o), types), topics, types)
                                    : draw_buffet(stream, word_law(o), topics);
    if (std::ranges::none_of(buffet.of, [](const auto& words) { return words.empty(); })) return buffet;
  }
  throw UsageError(fmt::format(
      "--gamma {:g}: of {} topics some have no word in each of {} draws; expected more words a topic",
      *o.gamma, topics, tries));
}

/// Each topic's share of the tokens, where documents use theirs alike.
std::vector<double> shares_of(const icdp::Buffet& topics) {
  std::vector<double> shares(topics.dishes);
  double documents = 0;
  for (const auto& list : topics.of) {
    documents += list.empty() ? 0 : 1;
    for (const std::uint32_t k : list) shares[k] += 1 / static_cast<double>(list.size());
  }
  for (double& share : shares) share /= documents;
  return shares;
}

}  // namespace

Mixture draw_masked(const SimulateOptions& options, Key key, Pool& pool) {
  icdp::Buffet topics;
  std::vector<double> weights;
  if (options.model == "sstm")
    weights.assign(*options.topics, 1 / static_cast<double>(*options.topics));
  else {
    topics = draw_topics_of_documents(options, key);
    if (topics.dishes == 0)
      throw UsageError(fmt::format(
          "--eta {:g}: none of {} documents has drawn a topic; expected more of them, or another --seed",
          *options.eta, *options.documents));
    weights = shares_of(topics);
  }
  icdp::Buffet words;
  std::uint64_t n_types = options.types.value_or(0);
  if (options.model != "ftm") {
    words = draw_words_of_topics(options, weights.size(), key);
    n_types = words.dishes;
  }
  const double every = options.model == "sstm" ? static_cast<double>(*options.topics) : 1;
  Mixture mixture = with_weights(std::move(weights), every * *options.alpha, n_types);
  mixture.of_documents = std::move(topics.of);
  mixture.of_topics = std::move(words.of);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

SparseWeights draw_weights(const SimulateOptions& options, Key key, Pool& pool) {
  SparseWeights drawn;
  drawn.columns = draw_topics_of_documents(options, key);
  if (!options.alpha) return drawn;
  drawn.weights.resize(drawn.columns.of.size());
  constexpr std::size_t chunk = 1024;
  pool.for_chunks(drawn.weights.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      Stream stream = part_stream(key, Part::weights, d);
      drawn.weights[d].assign(drawn.columns.of[d].size(), *options.alpha);
      if (!drawn.weights[d].empty()) draw_dirichlet(stream, drawn.weights[d]);
    }
  });
  return drawn;
}

}  // namespace themata::simulate
