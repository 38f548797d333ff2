#pragma once

#include <cstddef>

#include "themata/calibration/problem.hpp"
#include "themata/calibration/sums.hpp"
#include "themata/sampling/state/state.hpp"

// Quantities that the calibrations of all models on sampling::State rank.
namespace themata {

/// The shape of a calibration's data sets: documents of 4 to 14 tokens of 10 word types, and an empty one.
/// Models that draw the documents' lengths have their own shape.
Corpus calibration_shape();

/// One entry of a Dirichlet draw. @param others  sum of the other parameters; 0 if there are none
double draw_entry(Stream& stream, double parameter, double others);

/// sum_d sum_k m_dk^2
double sum_of_document_squares(const sampling::State& mix, const Corpus& corpus);

/// The first token of the corpus and its counts.
struct FirstToken {
  std::size_t d = 0;
  std::size_t in_document = 0, document = 0;  ///< m_dz, N_d
  std::size_t of_word = 0, of_topic = 0;      ///< n_zw, n_z
  sampling::Topic topic = 0;

  FirstToken(const sampling::State& mix, const Corpus& corpus);
};

/// theta_{d z} of the first token; theta_d is drawn from its Dirichlet distribution given z, with weights
/// mix.prior.
double draw_theta_of_prior(const sampling::State& mix, const FirstToken& first, Stream& stream);

/// phi_{z w} of the first token; Phi is drawn from its Dirichlet distribution given z and w. With spike and
/// slab, given the number of active types, which is drawn.
double draw_phi_of_types(const sampling::State& mix, const Corpus& corpus, const FirstToken& first,
                         Stream& stream);

/// theta_{d z} and phi_{z w} of the first token, drawn in this order.
struct FirstEntries {
  double theta, phi;
};

/// Adds the quantities that all of these models have:
///   pi               the hyperparameter
///   log likelihood   log p(w | z, beta)
///   log joint        log p(w, z | prior, beta)
///   sum m^2, sum n^2 over m_dk; over n_k
///   theta, phi       of the first token: draw_entries(first), a FirstEntries
template <class Model>
void add_common(Quantities& out, const Model& model, const typename Model::State& state, const Corpus& corpus,
                const auto& draw_entries) {
  Pool alone(1);
  out.emplace_back("pi", state.mix.pi);
  out.emplace_back("log likelihood", model.log_word_part(state, alone));
  out.emplace_back("log joint", model.log_joint(state, corpus, alone));
  out.emplace_back("sum m^2", sum_of_document_squares(state.mix, corpus));
  out.emplace_back("sum n^2", sum_of_squares(sampling::topic_sizes(state.mix)));
  const FirstToken first(state.mix, corpus);
  const FirstEntries entries = draw_entries(first);
  out.emplace_back("theta", entries.theta);
  out.emplace_back("phi", entries.phi);
}

/// The same for models where theta_d is Dirichlet over mix.prior and phi_k over the word types.
template <class Model>
void add_common(Quantities& out, const Model& model, const typename Model::State& state, const Corpus& corpus,
                Stream& stream) {
  add_common(out, model, state, corpus, [&](const FirstToken& first) {
    return FirstEntries{draw_theta_of_prior(state.mix, first, stream),
                        draw_phi_of_types(state.mix, corpus, first, stream)};
  });
}

}  // namespace themata
