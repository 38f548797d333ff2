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
/// theta is integrated out. How far Psi is drawn, and in which order, is a choice (docs/theory/hdp.md).
namespace themata::hdp {

struct State {
  sampling::State mix;
  std::vector<double> psi;  ///< slots, sampled: global weight of each topic; 0 in a slot that stands for none
  double alpha = 0.1;       ///< sampled: concentration of each document
  double gamma = 1;         ///< sampled: concentration of Psi
  std::vector<double> tables;  ///< slots: l_k of this sweep, an auxiliary; never saved
  /// Slots: which topic stands there, by a number that goes with it from slot to slot and that no other topic
  /// has had since the state was made; 0 for none. Nothing is drawn by it, and it is never saved.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
  seating::SplitMergeTally tried;  ///< by moves of tables in this sweep; never saved
};

/// How Psi is held. The law of the topics is the same, but for what `gem` cuts off.
enum class Weights {
  /// Topics in no order, and the rest broken into sticks until nothing is left (weights.hpp).
  sticks,
  /// `max_topics` topics in the order of their sticks, the last of them a flag for the rest (gem.hpp).
  gem,
  /// The rest whole until a token breaks a topic off it: direct assignment, which draws z as well, whatever
  /// `sampler` says (direct_assignment.hpp).
  direct
};

/// Moves of whole tables between topics (table_moves.hpp); not of Weights::gem.
struct TableMoves {
  std::uint64_t dishes_every = 0;  ///< sweeps from one draw of every table's topic to the next; 0: never
  seating::SplitMerge split_merge{.proposals = 0};  ///< of topics, table by table
  std::uint64_t split_merge_until = UINT64_MAX;     ///< last sweep that tries them

  bool dishes_due(std::uint64_t sweep) const { return dishes_every > 0 && sweep % dishes_every == 0; }
  bool splits_due(std::uint64_t sweep) const {
    return split_merge.proposals > 0 && sweep <= split_merge_until;
  }
  bool due(std::uint64_t sweep) const { return dishes_due(sweep) || splits_due(sweep); }
};

struct Settings {
  std::size_t initial_topics = 100;  ///< at least 1
  sampling::Start start = sampling::Start::documents;
  /// What --max-topics allows: a state that needs more is a ResourceError. Of Weights::gem the flag topic,
  /// K*.
  std::size_t max_topics = sampling::max_topics;
  double alpha = 0.1;
  double beta = 0.01;
  double gamma = 1;
  bool learn_alpha = false, learn_beta = false, learn_gamma = false;
  sampling::GammaPrior alpha_prior, beta_prior, gamma_prior;
  Weights weights = Weights::sticks;
  sampling::SamplerChoice sampler;
  std::uint32_t blocks = 1;         ///< P
  std::size_t split_proposals = 0;  ///< a sweep, of whole topics to be split or merged; not of Weights::gem
  TableMoves table_moves;
  double pi = 1;         ///< probability that a word type is active in a topic, below 1 with spike and slab
  WordPrior word_prior;  ///< weights alone: a topic without a name cannot be seeded
};

/// What of a state is saved, in the corpus's token order.
struct Saved {
  std::vector<sampling::Topic> z;
  std::vector<double> psi;
  double alpha, beta, gamma;
};

/// Satisfies the contract that chains and the tests of exactness run on (chain/model.hpp).
class Model {
 public:
  using State = hdp::State;
  explicit Model(const Settings& settings) : settings_(settings) {}

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
  /// Whether some sweep tries splits and merges of topics table by table.
  bool splits_and_merges() const { return settings_.table_moves.split_merge.proposals > 0; }
  /// Tokens in the topic that stands for all that the truncation leaves out; nothing where there is none.
  std::optional<std::int64_t> flag_tokens(const State& state) const;

 private:
  Settings settings_;
};

}  // namespace themata::hdp
