#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "themata/sampling/scans/sampler.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/start.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/seating/split_merge.hpp"

/// The hierarchical Dirichlet process (Teh et al. 2006) as a topic model:
///   Psi ~ GEM(gamma),  theta_d ~ DP(alpha, Psi),  phi_k ~ Dir(beta_.),  z_di ~ theta_d,  w_di ~ phi_{z_di};
/// theta is integrated out. How far Psi is drawn, and in which order, is an option (docs/theory/hdp.md).
namespace themata::hdp {

struct State {
  sampling::State mix;
  std::vector<double> psi;     ///< slots, sampled: global weight of each topic; 0 in a slot without a topic
  double alpha = 0.1;          ///< sampled: concentration of each document
  double gamma = 1;            ///< sampled: concentration of Psi
  std::vector<double> tables;  ///< slots: l_k of this sweep, auxiliary variables; never saved
  /// Slots: identifies a topic by a number that moves with it from slot to slot and that no other topic has
  /// had since the state was made; 0 for none. Not used for drawing, and never saved.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
  seating::SplitMergeTally tried;  ///< by table moves in this sweep; never saved
};

/// How Psi is stored. The distribution of the topics is the same, except for what `gem` truncates.
enum class Weights {
  /// Topics in no order; the rest is broken into sticks until nothing is left (weights.hpp).
  sticks,
  /// `max_topics` topics in stick order, the last of them a flag for the rest (gem.hpp).
  gem,
  /// The rest is not broken until a token takes a new topic: direct assignment, which draws z as well and
  /// ignores `sampler` (direct_assignment.hpp).
  direct
};

/// Moves of whole tables between topics (table_moves.hpp); not with Weights::gem.
struct TableMoves {
  std::uint64_t dishes_every = 0;                   ///< every N sweeps, draw every table's topic; 0: never
  seating::SplitMerge split_merge{.proposals = 0};  ///< of topics, table by table
  std::uint64_t split_merge_until = UINT64_MAX;     ///< last sweep with splits and merges

  bool dishes_due(std::uint64_t sweep) const { return dishes_every > 0 && sweep % dishes_every == 0; }
  bool splits_due(std::uint64_t sweep) const {
    return split_merge.proposals > 0 && sweep <= split_merge_until;
  }
  bool due(std::uint64_t sweep) const { return dishes_due(sweep) || splits_due(sweep); }
};

struct Settings {
  std::size_t initial_topics = 100;  ///< at least 1
  /// The first sweeps, in which the weights of the initial topics stay equal, as in LDA: topics separate from
  /// each other there before any dies. Part of the start, not of the chain that leaves the posterior
  /// invariant. Not with Weights::direct.
  std::uint64_t start_sweeps = 0;
  sampling::Start start = sampling::Start::documents;
  /// --max-topics: if a state needs more, a ResourceError is thrown. With Weights::gem, the flag topic K*.
  std::size_t max_topics = sampling::max_topics;
  double alpha = 0.1;
  double beta = 0.01;
  double gamma = 1;
  bool learn_alpha = false, learn_beta = false, learn_gamma = false;
  sampling::GammaPrior alpha_prior, beta_prior, gamma_prior;
  Weights weights = Weights::sticks;
  sampling::SamplerChoice sampler;
  std::uint32_t blocks = 1;  ///< P
  /// With Weights::sticks and the block-collapsed sampler: with as many slots or more, topics without tokens
  /// have none (sampling/state/unused_topics.hpp).
  std::size_t unused_apart_from = sampling::least_slots_of_lists;
  std::size_t split_proposals = 0;  ///< per sweep, splits or merges of whole topics; not with Weights::gem
  TableMoves table_moves;
  double pi = 1;         ///< probability that a word type is active in a topic; below 1 with spike and slab
  WordPrior word_prior;  ///< weights only: a topic without a name cannot be seeded
  /// Where several ranks sample the chain: what this one holds. Splits and merges of topics
  /// (`split_proposals`, `table_moves.split_merge`) are then not possible.
  sampling::Share share = {};
};

/// The saved part of a state, in the corpus's token order.
struct Saved {
  sampling::TokenTopics z;
  std::vector<double> psi;
  double alpha, beta, gamma;
};

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = hdp::State;
  explicit Model(const Settings& settings) : settings_(settings) {}

  const sampling::Share& share() const { return settings_.share; }

  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, z | Psi, alpha, beta) (docs/notation.md, "HDP trace").
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const {
    return sampling::log_joint(state.mix, corpus, pool);
  }
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  /// Whether there are sweeps with splits and merges of topics, table by table.
  bool splits_and_merges() const { return settings_.table_moves.split_merge.proposals > 0; }
  /// Number of tokens in the flag topic, which stands for all topics beyond the truncation; nothing if there
  /// is none.
  std::optional<std::int64_t> flag_tokens(const State& state) const;

 private:
  Settings settings_;
};

}  // namespace themata::hdp
