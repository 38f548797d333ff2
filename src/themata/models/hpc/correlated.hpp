#pragma once

#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/model.hpp"

/// Affinities that are correlated: xi_d ~ N(eta, Sigma), where Sigma is any covariance matrix instead of
/// lambda^2 I. Those of absent labels are part of the state, D x K in all, as they cannot be integrated out.
/// Priors (Huang and Wand 2013):
///   Sigma | a ~ inverse Wishart(n + K - 1, 2 n diag(1 / a)),   a_k ~ inverse gamma(1/2, 1 / A^2),
/// with n = 4: standard deviations are half-t with 4 degrees of freedom and scale A, whatever K is.
namespace themata::hpc {

constexpr double covariance_freedom = 4;  ///< n above

/// The covariance of a state's affinities, K x K.
hmc::Matrix covariance_of(const Hyperparameters& hyper);
/// Its inverse, exactly symmetric.
hmc::Matrix inverse_of(const hmc::Matrix& covariance);
/// Stores Sigma, and as lambda the geometric mean of its standard deviations.
void set_covariance(Hyperparameters& hyper, const hmc::Matrix& covariance);

/// Draws x ~ N(mean, deviation^2) given that a label is absent, which has probability logistic(-x): exact.
double draw_affinity_of_absent(Stream& stream, double mean, double deviation);

/// Draws xi of all labels of every document given the topics of its tokens: first a shift of those of present
/// labels, then one by one.
void draw_correlated_affinities(State& state, const Context& context);

/// Draws Sigma and eta given all affinities. Documents are known to have a label, and the probability of this
/// has no closed form. So the documents without labels that one would have drawn before each of them are
/// drawn too, and used like the others (Rao, Lin and Dunson 2016).
void draw_correlated_hyperparameters(State& state, const HyperPriors& priors, const Context& context);

/// Draws a common factor of eta and of all standard deviations (Liu and Sabatti 2000), about which labels
/// inform little: given all affinities they hardly move. Affinities of absent labels move with them.
/// @param unlabeled  affinities of the documents without labels, K each
void draw_correlated_scale(State& state, const std::vector<double>& unlabeled, const HyperPriors& priors,
                           const Context& context);

/// log p(xi, labels | eta, Sigma), without the condition that documents have a label.
double log_density_of_correlated(const State& state);

/// Draws Sigma from its prior.
void draw_covariance(Hyperparameters& hyper, const HyperPriors& priors, Stream& stream);
/// Draws the labels of documents and all affinities, repeatedly until each document has a label.
void draw_correlated_documents(State& state, std::size_t n_documents, Stream& stream);

/// Affinities to start with: those of present labels at 0 or above, the others at their means, with which
/// labels are about as frequent as they are.
void start_correlated(State& state);

/// The root of the mean square of the correlations of different labels; 0 if there is one.
double size_of_correlations(const Hyperparameters& hyper);

/// Sets the affinities of present labels from those of all labels.
void copy_present(State& state);

}  // namespace themata::hpc
