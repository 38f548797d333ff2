#include <gtest/gtest.h>

#include "mutants/plain_kernels.hpp"
#include "support/spike_problem.hpp"
#include "themata/counts/spike_distribution.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/phi/spike_slab.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"

// Planted bugs in what is drawn given Phi, and in the draw of active words, which the enumerations must
// catch.
namespace themata::testing {
namespace {

constexpr ChainLength phi_length{100, 2'000, 5};

enum class Acceptance { right, inverted, without_counts, own_token_left_in };

/// Proposals by the word and by the document in turn, in the plainest way, with one mistake in the
/// acceptance.
void draw_topics_by_proposals(sampling::State& state, const Context& context, Acceptance acceptance) {
  const Corpus& corpus = context.corpus;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<double> weight(state.slots());
    for (std::size_t k = 0; k < weight.size(); ++k) weight[k] = state.prior[k];
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) weight[state.topics[i]] += 1;
    Stream stream = context.stream(Purpose::token, d);
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const float* phi = state.phi.row(state.layout.words[i]);
      const std::vector<double> by_word(phi, phi + state.slots());
      Topic now = state.topics[i];
      weight[now] -= 1;
      const auto proposed = static_cast<Topic>(choose(by_word, stream.uniform()));
      const double own = acceptance == Acceptance::own_token_left_in ? 1 : 0;
      const double ratio =
          acceptance == Acceptance::without_counts ? 1 : weight[proposed] / (weight[now] + own);
      const double u = stream.uniform();
      if (acceptance == Acceptance::inverted ? u > ratio : u < ratio) now = proposed;
      const auto by_document = static_cast<Topic>(choose(weight, stream.uniform()));
      if (stream.uniform() * phi[now] < phi[by_document]) now = by_document;
      weight[now] += 1;
      state.topics[i] = now;
    }
  }
  sampling::recount(state, corpus, context.pool);
}

bool light_passes(Acceptance acceptance) {
  const Kernels<lda::State> kernels{
      {"Phi", [](lda::State& s, const Context& c) { sampling::draw_phi(s.mix, c); }},
      on_mix<lda::State>([acceptance](sampling::State& s, const Context& c) {
        draw_topics_by_proposals(s, c, acceptance);
      })};
  return asymmetric_lda().compare(kernels, 1, phi_length).is_right();
}

TEST(LightMutants, PlainProposalsPassAndTheirMutantsFail) {
  EXPECT_TRUE(light_passes(Acceptance::right));
  EXPECT_FALSE(light_passes(Acceptance::inverted))
      << "accepted above the ratio, as the paper's Algorithm 4 prints it";
  EXPECT_FALSE(light_passes(Acceptance::without_counts)) << "every proposal by the word accepted";
  EXPECT_FALSE(light_passes(Acceptance::own_token_left_in)) << "token left in m of its own topic";
}

enum class ActiveWords { right, by_prior_alone, all_of_them };

/// Phi over active words that are right, or drawn from their prior whatever the topic's size.
void draw_phi_plainly(sampling::State& state, const Context& context, ActiveWords active) {
  if (active == ActiveWords::right) return sampling::draw_phi_spike_slab(state, context);
  state.phi = Matrix<float>(state.word_topic.rows(), state.slots());
  for (std::size_t k = 0; k < state.slots(); ++k) {
    if (!(state.prior[k] > 0)) continue;
    Stream stream = context.stream(Purpose::topic, k);
    std::vector<double> phi(state.word_topic.rows(), 0.0);
    for (double sum = 0; sum == 0;)
      for (std::size_t v = 0; v < phi.size(); ++v) {
        const std::int32_t n = state.word_topic.row(v)[k];
        const bool on = n > 0 || active == ActiveWords::all_of_them || stream.uniform() < state.pi;
        phi[v] = on ? n + state.beta : 0;
        sum += phi[v];
      }
    draw_dirichlet(stream, phi);
    for (std::size_t v = 0; v < phi.size(); ++v) state.phi.row(v)[k] = static_cast<float>(phi[v]);
  }
}

bool spike_passes(ActiveWords active) {
  const SpikeProblem problem = spike_lda();
  lda::Settings settings;
  settings.topics = 2;
  settings.pi = problem.pi;
  const Kernels<lda::State> kernels{
      {"Phi", [active](lda::State& s, const Context& c) { draw_phi_plainly(s.mix, c, active); }},
      {"topics", [](lda::State& s, const Context& c) { sampling::draw_topics_sparse(s.mix, c); }}};
  return problem.compare(lda::Model(settings), kernels, phi_length).is_right();
}

TEST(SpikeSlabMutants, WrongActiveWordsFail) {
  EXPECT_TRUE(spike_passes(ActiveWords::right));
  EXPECT_FALSE(spike_passes(ActiveWords::by_prior_alone))
      << "active words that do not look at the topic's size";
  EXPECT_FALSE(spike_passes(ActiveWords::all_of_them)) << "no word switched off";
}

enum class TopicPi { right, as_if_sets_could_be_empty, prior_swapped, one_for_all };

/// pi of every topic from the active words, with a mistake.
void draw_topic_pi_plainly(sampling::State& state, const Context& context, TopicPi mistake) {
  if (mistake == TopicPi::right) return sampling::draw_topic_pi(state, context, topic_pi_prior);
  if (mistake == TopicPi::prior_swapped)
    return sampling::draw_topic_pi(state, context, {topic_pi_prior.b, topic_pi_prior.a});
  if (mistake == TopicPi::one_for_all) {
    state.topic_pi.clear();
    sampling::draw_pi(state, context, topic_pi_prior);
    return state.topic_pi.assign(state.slots(), state.pi);
  }
  const auto n_types = static_cast<std::uint32_t>(state.word_topic.rows());
  for (std::size_t k = 0; k < state.slots(); ++k) {
    if (!(state.prior[k] > 0)) continue;
    Stream stream = context.stream(Purpose::hyper, 100 + k);
    SpikeTopic topic{n_types, 0, 0};
    for (std::size_t v = 0; v < n_types; ++v) {
      const std::int32_t n = state.word_topic.row(v)[k];
      topic.with_tokens += n > 0 ? 1 : 0;
      topic.tokens += n;
    }
    const double active =
        topic.with_tokens + draw_spike(stream, spike_distribution(topic, state.beta, state.topic_pi[k]));
    state.topic_pi[k] =
        std::exp(draw_log_beta(stream, topic_pi_prior.a + active, topic_pi_prior.b + n_types - active));
  }
}

bool topic_pi_passes(TopicPi mistake) {
  static const SpikeProblem problem = topic_pi_lda();
  const Kernels<lda::State> kernels{
      {"pi", [mistake](lda::State& s, const Context& c) { draw_topic_pi_plainly(s.mix, c, mistake); }},
      {"Phi", [](lda::State& s, const Context& c) { sampling::draw_phi_spike_slab(s.mix, c); }},
      {"topics", [](lda::State& s, const Context& c) { sampling::draw_topics_sparse(s.mix, c); }}};
  return problem.compare(topic_pi_model(sampling::TopicScan::sparse), kernels, phi_length).is_right();
}

TEST(SpikeSlabMutants, WrongPiOfTopicsFail) {
  EXPECT_TRUE(topic_pi_passes(TopicPi::right));
  EXPECT_FALSE(topic_pi_passes(TopicPi::as_if_sets_could_be_empty)) << "every proposal accepted";
  EXPECT_FALSE(topic_pi_passes(TopicPi::prior_swapped)) << "Beta(b, a)";
  EXPECT_FALSE(topic_pi_passes(TopicPi::one_for_all)) << "one pi for all topics";
}

enum class ListedPhi { right, without_tail, redrawn_without_counts };

/// Phi by plain gammas, laid out in lists and tails; a topic is drawn again where its total is below 3.
void list_phi_plainly(sampling::State& state, const Context& context, ListedPhi mistake) {
  const std::size_t n_types = state.word_topic.rows();
  const auto shape = [&](std::size_t v, std::size_t k) { return state.word_topic.row(v)[k] + state.beta; };
  const auto draw_word = [&](std::size_t v, std::vector<sampling::MassEntry>& out) {
    Stream stream = context.stream(Purpose::topic, v);
    for (std::size_t k = 0; k < state.slots(); ++k) {
      const auto mass = state.prior[k] > 0 ? static_cast<float>(draw_gamma(stream, shape(v, k), 1)) : 0.0F;
      const bool in_tail = mass < 0.5F;
      if (mass > 0 && !(in_tail && mistake == ListedPhi::without_tail))
        out.push_back({static_cast<Topic>(k), in_tail, mass});
    }
  };
  const auto draw_topic = [&](std::size_t k) {
    Stream stream = context.stream(Purpose::topic, n_types + k);
    std::vector<float> masses(n_types);
    while (*std::ranges::max_element(masses) < 1e-9F)
      for (std::size_t v = 0; v < n_types; ++v)
        masses[v] = static_cast<float>(
            draw_gamma(stream, mistake == ListedPhi::redrawn_without_counts ? state.beta : shape(v, k), 1));
    return masses;
  };
  state.sparse_phi.draw({[&] { return draw_word; }, 3.0, draw_topic}, state.layout, state.prior,
                        context.pool);
}

bool listed_passes(ListedPhi mistake) {
  const Kernels<lda::State> kernels{
      {"Phi", [mistake](lda::State& s, const Context& c) { list_phi_plainly(s.mix, c, mistake); }},
      {"topics", [](lda::State& s, const Context& c) { sampling::draw_topics_doubly_sparse(s.mix, c); }}};
  return asymmetric_lda().compare(kernels, 1, phi_length).is_right();
}

TEST(DoublySparseMutants, PlainListsPassAndTheirMutantsFail) {
  EXPECT_TRUE(listed_passes(ListedPhi::right));
  EXPECT_FALSE(listed_passes(ListedPhi::without_tail)) << "what lies below the lists forgotten";
  EXPECT_FALSE(listed_passes(ListedPhi::redrawn_without_counts)) << "a topic drawn again from its prior";
}

}  // namespace
}  // namespace themata::testing
