#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace themata::dmm {

/// How many topics the mixture has.
enum class Form {
  finite,   ///< K topics, pi ~ Dir(alpha, ..., alpha)
  infinite  ///< a Dirichlet process of concentration alpha
};

/// The topics that documents choose from.
struct TopicSpace {
  Form form = Form::finite;
  std::size_t topics = 1;      ///< K of the finite form
  std::size_t max_topics = 1;  ///< maximal number of topics in use in the infinite form
};

/// The prior of the documents' topics with pi integrated out (docs/theory/dmm.md, eqs. 2 and 3). With m_k
/// documents of topic k among M, the next document takes
///   finite    each topic k with probability (m_k + alpha) / (M + K alpha),
///   infinite  a topic in use with probability m_k / (M + alpha), a new one with alpha / (M + alpha).
struct TopicPrior {
  TopicSpace space;
  double alpha;

  /// Numerator of a topic with m_k documents, m_k > 0.
  double of_used(std::int64_t documents) const {
    return static_cast<double>(documents) + (space.form == Form::finite ? alpha : 0);
  }
  /// Sum of the numerators of all topics without documents. @param used  topics with documents
  double of_unused(std::size_t used) const {
    return space.form == Form::finite ? alpha * static_cast<double>(space.topics - used) : alpha;
  }
  /// Denominator. @param documents  M
  double total(std::int64_t documents) const {
    const double topics = space.form == Form::finite ? static_cast<double>(space.topics) : 1;
    return static_cast<double>(documents) + topics * alpha;
  }
};

/// log p(z | alpha): of the numbered topics in the finite form, of the partition of the documents in the
/// infinite form.
/// @param documents  m_k of any number of slots, 0 for an empty slot
double log_topic_prior(const TopicPrior& prior, std::span<const std::int64_t> documents);

/// The probability with which one more document takes the topic of each slot. The last number is that of all
/// topics beyond the slots together, 0 in the finite form. They sum to 1.
/// @param documents  m_k of the slots; at least K of them in the finite form
std::vector<double> new_document_weights(const TopicPrior& prior, std::span<const std::int64_t> documents);

}  // namespace themata::dmm
