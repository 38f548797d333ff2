#pragma once

#include "themata/random/beta_prior.hpp"
#include "themata/sampling/scans/block_collapsed.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// How z is drawn. All samplers leave the same posterior invariant except the last two, which are
/// approximations.
enum class Sampler {
  block_collapsed,      ///< our own, parallel over documents x word blocks (block_collapsed.hpp)
  partially_collapsed,  ///< Phi drawn, then z in parallel over documents (partially_collapsed.hpp)
  collapsed,            ///< sequential and simple (collapsed.hpp): the reference
  sparse_collapsed,     ///< the same distribution in three buckets, sequential (sparse_collapsed.hpp)
  ad_lda,               ///< approximate: collapsed, partitions of documents in parallel (ad_lda.hpp)
  light_collapsed       ///< approximate: proposals from tables as of the sweep's start (light_collapsed.hpp)
};

/// How a partially collapsed sampler scans the topics of a token. `light` also of ad_lda, whose partitions
/// are then drawn as light_collapsed draws.
enum class TopicScan { dense, sparse, doubly_sparse, light, automatic };

/// How it draws Phi: exactly, by the Poisson Polya urn (approximate), or by spike and slab, a model in which
/// most of Phi is 0.
enum class PhiDraw { dirichlet, polya_urn, spike_slab };

struct SamplerChoice {
  Sampler sampler = Sampler::block_collapsed;
  TopicScan scan = TopicScan::dense;
  PhiDraw phi = PhiDraw::dirichlet;
  bool learn_pi = false;                          ///< for spike and slab: one for all topics
  bool learn_topic_pi = false;                    ///< for spike and slab: one for each topic
  BetaPrior pi_prior = {};                        ///< of either
  std::uint32_t partitions = 2;                   ///< for ad_lda
  std::uint32_t groups_without_row = short_list;  ///< for doubly_sparse
  BlockScan block_scan = BlockScan::automatic;    ///< for block_collapsed
  std::uint32_t mh_steps = 4;                     ///< for the light samplers: proposals per token
};

/// Adds the kernels that draw z given `prior` and `beta`, for a model whose state holds the shared state as
/// `mix`.
template <class ModelState>
void add_topic_kernels(Kernels<ModelState>& kernels, SamplerChoice choice);

}  // namespace themata::sampling

#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/phi/spike_slab.hpp"
#include "themata/sampling/scans/ad_lda.hpp"
#include "themata/sampling/scans/collapsed.hpp"
#include "themata/sampling/scans/light_collapsed.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"
#include "themata/sampling/scans/sparse_collapsed.hpp"

namespace themata::sampling {

/// Calls add(name, step) for the steps of a partially collapsed sampler that stores Phi in lists by word.
template <class Add>
void add_doubly_sparse(const Add& add, SamplerChoice choice) {
  const auto with_rows = [groups = choice.groups_without_row](const auto& draw) {
    return [draw, groups](State& state, const Context& context) { draw(state, context, groups); };
  };
  if (choice.phi == PhiDraw::dirichlet) add("Phi, Dirichlet, by word", with_rows(draw_sparse_phi));
  if (choice.phi == PhiDraw::polya_urn) add("Phi, Polya urn, by word", with_rows(draw_sparse_phi_polya_urn));
  add("topics, doubly sparse", draw_topics_doubly_sparse);
}

/// The same for any partially collapsed sampler.
template <class Add>
void add_given_phi(const Add& add, SamplerChoice choice) {
  if (choice.learn_pi)
    add("pi",
        [prior = choice.pi_prior](State& state, const Context& context) { draw_pi(state, context, prior); });
  if (choice.learn_topic_pi)
    add("pi of topics", [prior = choice.pi_prior](State& state, const Context& context) {
      draw_topic_pi(state, context, prior);
    });
  if (choice.scan == TopicScan::doubly_sparse) return add_doubly_sparse(add, choice);
  if (choice.phi == PhiDraw::dirichlet) add("Phi, Dirichlet", draw_phi);
  if (choice.phi == PhiDraw::polya_urn) add("Phi, Polya urn", draw_phi_polya_urn);
  if (choice.phi == PhiDraw::spike_slab) add("Phi, spike and slab", draw_phi_spike_slab);
  if (choice.scan == TopicScan::dense) add("topics, dense", draw_topics_dense);
  if (choice.scan == TopicScan::sparse) add("topics, sparse", draw_topics_sparse);
  if (choice.scan == TopicScan::light)
    add("topics, light", [steps = choice.mh_steps](State& state, const Context& context) {
      draw_topics_light(state, context, steps);
    });
  if (choice.scan == TopicScan::automatic) add("topics, auto", draw_topics_auto);
}

/// The same for AD-LDA.
template <class Add>
void add_ad_lda(const Add& add, SamplerChoice choice) {
  if (choice.scan == TopicScan::light)
    add("topics, light AD-LDA", [choice](State& state, const Context& context) {
      draw_topics_light_ad_lda(state, context, choice.partitions, choice.mh_steps);
    });
  else
    add("topics, AD-LDA", [partitions = choice.partitions](State& state, const Context& context) {
      draw_topics_ad_lda(state, context, partitions);
    });
}

template <class ModelState>
void add_topic_kernels(Kernels<ModelState>& kernels, SamplerChoice choice) {
  const auto add = [&](std::string_view name, const auto& step) {
    kernels.push_back(
        {name, [step](ModelState& state, const Context& context) { step(state.mix, context); }});
  };
  switch (choice.sampler) {
    case Sampler::block_collapsed:
      add("topics, block-collapsed", [scan = choice.block_scan](State& state, const Context& context) {
        draw_topics_block_collapsed(state, context, scan);
      });
      return;
    case Sampler::collapsed:
      add("topics, collapsed", draw_topics_collapsed);
      return;
    case Sampler::sparse_collapsed:
      add("topics, sparse collapsed", draw_topics_sparse_collapsed);
      return;
    case Sampler::ad_lda:
      add_ad_lda(add, choice);
      return;
    case Sampler::light_collapsed:
      add("topics, light collapsed", [steps = choice.mh_steps](State& state, const Context& context) {
        draw_topics_light_collapsed(state, context, steps);
      });
      return;
    case Sampler::partially_collapsed:
      add_given_phi(add, choice);
      return;
  }
}

}  // namespace themata::sampling
