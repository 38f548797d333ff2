#include "themata/simulate/fields.hpp"

#include <vector>

#include "themata/simulate/options.hpp"

namespace themata {

namespace {

using O = SimulateOptions;
using simulate::above_zero, simulate::below_one;

constexpr double most_numbered = 4294967294.0;  // documents and word types have 32-bit numbers
constexpr auto most_topics = static_cast<double>(most_simulated_topics);
constexpr double most_seed = 4294967295.0;
constexpr double large = 1e12;

const std::vector<SimulateField>& table() {
  static const std::vector<SimulateField> fields = {
      {"documents", &O::documents, 1, most_numbered, "documents D"},
      {"types", &O::types, 1, most_numbered, "word types V"},
      {"tokens", &O::tokens, 1, large, "tokens N in all, about; the mean length is N / D"},
      {"topics", &O::topics, 1, most_topics, "topics K"},
      {"alpha", &O::alpha, above_zero, large, "prior weight of a topic in a document"},
      {"beta", &O::beta, above_zero, large, "prior weight of each word type in a topic"},
      {"pi", &O::pi, above_zero, 1,
       "probability that a topic may have a word type, as with spike and slab (1)"},
      {"branching", &O::branching, 1, most_topics,
       "labels right below each label of the tree, and at its top"},
      {"labels", &O::labels, 1, most_topics, "labels of a document, on average"},
      {"gamma", &O::gamma, above_zero, 1e6, "concentration"},
      {"discount", &O::discount, 0, below_one, "discount of the topics' weights"},
      {"document-discount", &O::document_discount, 0, below_one, "discount within a document"},
      {"eta", &O::eta, above_zero, 1e6, "topics that a document may use, on average"},
      {"delta", &O::delta, -1, large, "above minus sigma; the larger, the less documents share"},
      {"sigma", &O::sigma, 0, below_one, "discount, a power law of rare topics"},
      {"xi", &O::xi, -1, large, "above minus zeta; the larger, the less topics share words"},
      {"zeta", &O::zeta, 0, below_one, "discount, a power law of rare words"},
      {"tau-freedom", &O::tau_freedom, above_zero, 1e6,
       "degrees of freedom of the variances tau^2 of log rates below a node; the more, the more alike for "
       "all words"},
      {"tau-scale", &O::tau_scale, above_zero, 100, "their scale, a deviation"},
      {"lambda", &O::lambda, above_zero, 100,
       "deviation of a document's affinities, whose softmax are its shares"},
      {"length", &O::length, above_zero, 1e9, "mean length of a document, in tokens"},
      {"length-sd", &O::length_sd, 0, 1e9,
       "standard deviation of log-normal lengths, in tokens (half the mean)"},
      {"zipf", &O::zipf, 0, 10, "exponent s; the word of rank r has a share proportional to r^-s"},
      {"topic-zipf", &O::topic_zipf, 0, 10, "the same of the topics' sizes; 0 makes them alike"},
      {"concentration", &O::concentration, 1e-6, large,
       "how alike the topics are; a word of share p lies in some 1 + K p times this many topics"},
      {"seed", &O::seed, 0, most_seed, "seed of the random numbers"},
      {"threads", &O::threads, 0, 1024,
       "threads; they change the speed and not one bit of what is drawn; 0: all"},
  };
  return fields;
}

}  // namespace

std::span<const SimulateField> simulate_fields() { return table(); }

}  // namespace themata
