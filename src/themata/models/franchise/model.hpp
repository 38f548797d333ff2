#pragma once

#include <cstdint>
#include <vector>

#include "themata/sampling/state/hyper.hpp"
#include "themata/seating/split_merge.hpp"
#include "themata/seating/tables.hpp"

/// The hierarchical Dirichlet process as a Chinese restaurant franchise (Teh et al. 2006; Wang & Blei 2012),
/// and with discounts the hierarchical Pitman-Yor process:
///   G ~ PY(discount, gamma, Dir(beta_.)),  G_d ~ PY(document_discount, alpha, G),
///   phi_di ~ G_d,  w_di ~ phi_di.
/// G, G_d and phi are integrated out; what remains is the seating and the topics of tables.
namespace themata::franchise {

using seating::PitmanYor;

struct State {
  sampling::State
      mix;  ///< of one block; `prior` is the expected weight of a new table with each topic, given one table
  seating::Tables tables;
  PitmanYor documents{1, 0};  ///< alpha and the documents' discount, sampled
  PitmanYor topics{1, 0};     ///< gamma and the discount of topics, sampled
  /// Slots: Psi_k of G, drawn at the end of a sweep for observers of the state; not used for drawing. The
  /// remainder to 1 belongs to topics without tables.
  std::vector<double> psi;
  /// Slots: identifies the topic in a slot by a number that no other topic has had since the state was made;
  /// 0 for none. Not used for drawing, and never saved.
  std::vector<std::uint64_t> names;
  std::uint64_t last_name = 0;
  seating::SplitMergeTally tried;  ///< in this sweep; never saved
};

/// A Beta prior.
struct BetaPrior {
  double a = 1, b = 1;
};

struct Settings {
  double beta = 0.01;
  PitmanYor documents{1, 0}, topics{1, 0};
  bool learn_alpha = false, learn_beta = false, learn_gamma = false;
  bool learn_document_discount = false, learn_discount = false;
  sampling::GammaPrior alpha_prior, beta_prior, gamma_prior;
  BetaPrior discount_prior;
  std::size_t max_topics = sampling::max_topics;  ///< if a state needs more, a ResourceError is thrown
  std::uint32_t restarts = 1;                     ///< number of starts; the most probable one is used
  seating::SplitMerge split_merge{.proposals = 0};
  std::uint64_t split_merge_until = UINT64_MAX;  ///< last sweep with splits and merges
  WordPrior word_prior;                          ///< weights only
};

/// The saved part of a state, in the corpus's token order.
struct Saved {
  sampling::TokenTopics z;
  std::vector<seating::Seat> seat;
  std::vector<double> psi;  ///< its size is the number of slots
  double beta;
  PitmanYor documents, topics;
};

/// Satisfies the concept for chains and exactness tests (chain/model.hpp).
class Model {
 public:
  using State = franchise::State;
  explicit Model(const Settings& settings) : settings_(settings) {}

  /// By sequential prediction: tokens are seated one after the other, each given those before it (Wang & Blei
  /// 2012, section 4).
  State init(const Corpus& corpus, Key key, Pool& pool) const;
  State restore(const Corpus& corpus, Saved saved, Pool& pool) const;
  State sample_prior(const Corpus& corpus, Stream& stream, Pool& pool) const;
  Kernels<State> kernels() const;
  /// log p(w, tables, topics of tables | beta, parameters of both distributions): eqs. 5, 10 and 12 of Wang &
  /// Blei (2012).
  double log_joint(const State& state, const Corpus& corpus, Pool& pool) const;
  double log_word_part(const State& state, Pool& pool) const {
    return sampling::log_word_part(state.mix, pool);
  }
  void check(const State& state, const Corpus& corpus) const;
  Corpus resample_data(State& state, const Corpus& corpus, Stream& stream, Pool& pool) const {
    return sampling::resample_words(state.mix, corpus, stream, pool);
  }
  std::size_t topics_in_use(const State& state) const { return sampling::topics_in_use(state.mix); }
  /// Whether there are sweeps with splits and merges of topics, table by table.
  bool splits_and_merges() const { return settings_.split_merge.proposals > 0; }

 private:
  Settings settings_;
};

/// log p(tables, topics of tables), without the words.
double log_seating_part(const State& state, const Corpus& corpus);

/// Draws (Psi_1, ..., Psi_K, rest) ~ Dir(l_1 - a, ..., l_K - a, gamma + a K), a the discount of topics (Teh
/// 2006, section 4).
void draw_psi(State& state, const Context& context);

/// Gives the slot's topic a new identity.
void name_anew(State& state, std::size_t slot);

}  // namespace themata::franchise
