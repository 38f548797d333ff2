#pragma once

#include <string>
#include <utility>
#include <vector>

#include "themata/calibrate/short_documents.hpp"
#include "themata/franchise/model.hpp"
#include "themata/hdp/model.hpp"
#include "themata/icdp/model.hpp"
#include "themata/lda/model.hpp"

namespace themata {

/// Numbers that a calibration ranks, under their names; the same names in the same order at every call for a model.
using Quantities = std::vector<std::pair<std::string, double>>;

/// What is ranked of a state and its corpus: none of it depends on how topics are numbered.
///   alpha, beta, gamma (not lda), pi hyperparameters, alpha the first topic's
///   discount, document discount      franchise
///   eta, delta, sigma, topics a document   lida, ftm; the last of the mask, as
///   gamma, xi, zeta, words a topic         lida, sstm
///   topics                           not lda: how many have tokens
///   tables, sum t^2                  franchise: how many, and over the tokens at each
///   log likelihood, log joint        log p(w | z, beta); log p(w, z | prior, beta)
///   sum m^2, sum n^2                 over m_dk; over n_k
///   theta, phi                       theta_{d z} and phi_{z w} of the first token of all, where theta_d and Phi are drawn
///                                    from their Dirichlet laws given z and w; the franchise's theta is that of the
///                                    token's table alone, given the seats; with masks over what is on
/// and of hpc and pcm
///   psi, gamma, nu, sigma, lambda, eta     the laws; eta's mean
///   log likelihood, log joint        of words given rates; of all but the laws
///   sum m^2, sum n^2
///   affinities                       their mean, of labels that are there
///   log rates, log tau^2             their means, of labels and of branches
///   theta, rate                      of the first token: its label's share in its document; log rate of its word in its label
/// Modrak et al. (2023) show why the likelihood and the joint density, which depend on the data, must be among them.
/// @param corpus  at least one token
Quantities quantities_of(const lda::Model& model, const lda::State& state, const Corpus& corpus,
                         Stream& stream);
Quantities quantities_of(const hdp::Model& model, const hdp::State& state, const Corpus& corpus,
                         Stream& stream);
Quantities quantities_of(const franchise::Model& model, const franchise::State& state, const Corpus& corpus,
                         Stream& stream);

Quantities quantities_of(const icdp::Model& model, const icdp::State& state, const Corpus& corpus,
                         Stream& stream);
Quantities quantities_of(const ShortDocuments& documents, const hpc::State& state, const Corpus& corpus,
                         Stream& stream);

}  // namespace themata
