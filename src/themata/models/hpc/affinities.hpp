#pragma once

#include "themata/models/hpc/model.hpp"
#include "themata/random/log_concave.hpp"

namespace themata::hpc {

/// Draws xi of every document's labels given the topics of its tokens: first a shift of all together, then
/// one by one.
/// @param labeling  whether the labels depend on these affinities
void draw_affinities(State& state, const Context& context, Labeling labeling);

/// A document's length l_d, and its number of tokens.
struct DocumentSize {
  double length, tokens;
};

/// What the words say about the affinity of one of several labels of a document.
struct SharedAffinity {
  DocumentSize document;
  double count;                    ///< tokens of the label
  double total;                    ///< sum of its topic's rates
  double others, others_expected;  ///< sums of e^xi over the other labels; weighted by their topics' rates
};

/// A normal distribution by its precision.
struct NormalPrior {
  double mean, precision;
};

/// One slice sampling step from x for this affinity. @param labeling  whether the label depends on it
double draw_shared_affinity(Stream& stream, double x, const SharedAffinity& of, const NormalPrior& prior,
                            Labeling labeling);

/// Adds log p(label present | xi = x).
void add_label(double x, LogDensityAt& sum);

/// Number of a document's tokens for each of its labels.
void count_labels(const State& state, const Corpus& corpus, std::size_t d, std::vector<double>& counts);

/// Draws xi ~ N(mean, deviation^2) given that its label is present, which has probability logistic(xi):
/// exact.
double draw_affinity_of_label(Stream& stream, double mean, double deviation);

}  // namespace themata::hpc
