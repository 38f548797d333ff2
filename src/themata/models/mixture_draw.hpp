#pragma once

#include "themata/inference/known_topics.hpp"
#include "themata/models/draw.hpp"

namespace themata {

/// How much of a document's weight the topics beyond those of a draw have.
enum class Beyond { nothing, rest };

/// phi of some word types as posterior means given the draw, and with Beyond::rest one more topic, of which
/// phi is the prior mean of a new topic's. @returns word after word
std::vector<double> phi_of_types(const DrawContext& context, const ModelDraw& draw,
                                 std::span<const std::uint32_t> types, Beyond beyond, Pool& pool);

/// Prior weights of the draw's topics in a new document, and after them its rest, where it has one.
std::vector<double> weights_with_rest(const ModelDraw& draw);

/// New documents whose proportions are Dirichlet, or with a discount Pitman-Yor.
std::unique_ptr<Predictor> known_topics_predictor(const DrawContext& context, const ModelDraw& draw,
                                                  std::span<const std::uint32_t> types, double discount,
                                                  Pool& pool);

/// m_dk of a draw.
SparseCounts document_topic_counts(const DrawContext& context, std::size_t n_topics);

/// n_kv + beta_kv of the topics of some rows, V numbers each.
std::vector<std::vector<double>> word_pseudo_counts(const DrawContext& context, double beta, RowRange rows);

/// alpha > least for every alpha, as a fault where it is not.
std::optional<std::string> find_fault_of_alpha(const std::vector<double>& alpha, double least);

/// Weights of topics for a start, which has none of 0: those are raised to a number too small to matter.
std::vector<double> weights_above_zero(std::vector<double> weights);

/// pi above 0 and no more than 1.
std::optional<std::string> find_fault_of_pi(double pi);

}  // namespace themata
