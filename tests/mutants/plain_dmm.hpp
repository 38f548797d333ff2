#pragma once

#include <cmath>
#include <map>
#include <vector>

#include "mutants/plain_kernels.hpp"
#include "support/dmm_problem.hpp"

// The mixture's updates in the words of the papers, with a place for one mistake: everything counted afresh
// for each document, words multiplied up one by one.
namespace themata::testing {

enum class DmmMistake {
  none,
  keeps_itself,        ///< the document's own words count for its topic
  keeps_itself_in_m,   ///< the document itself counts for its topic, its words do not
  words_one_by_one,    ///< a repeated word as if it were its document's only one: no rising factorial
  no_rising_total,     ///< the denominator (n_k + B)^N_d
  new_topic_by_beta,   ///< a new topic's denominator with beta in place of B
  new_topic_weighs_1,  ///< infinite: a new topic with weight 1 in place of alpha
  topics_by_tokens,    ///< m_k in tokens
  no_alpha,            ///< finite: topics with documents without their alpha
  one_empty_topic,     ///< finite: all empty topics together with the weight of one
  first_empty_topic    ///< finite: always the first of the empty topics
};

class PlainDmm {
 public:
  PlainDmm(dmm::State& state, const Context& context, const dmm::Settings& settings, DmmMistake mistake)
      : problem_(problem_of(context.corpus)),
        settings_(settings),
        alpha_(state.alpha),
        beta_(state.mix.beta),
        mistake_(mistake),
        topics_(topics_of_documents(problem_, {state.mix.topics.begin(), state.mix.topics.end()})) {
    for (const auto& document : problem_.documents)
      if (!document.empty()) documents_.push_back(document);
  }

  void draw(Stream& stream) {
    for (std::size_t d = 0; d < documents_.size(); ++d) {
      const auto choices = choices_of(d);
      std::vector<double> weight;
      for (const unsigned k : choices) weight.push_back(prior_weight(d, k) * likelihood(d, k));
      topics_[d] = choices[choose(weight, stream.uniform())];
    }
  }

  dmm::Saved saved() const {
    const Topics z = topics_of_tokens(problem_, topics_);
    return {{z.begin(), z.end()}, alpha_, beta_};
  }

 private:
  bool is_finite() const { return settings_.form == dmm::Form::finite; }

  /// Documents of a topic without document d.
  double others(std::size_t d, unsigned k) const {
    double m = 0;
    for (std::size_t e = 0; e < documents_.size(); ++e) m += e != d && topics_[e] == k ? 1 : 0;
    return m;
  }

  /// Every topic; of the infinite form those with other documents, and the first number that none has.
  std::vector<unsigned> choices_of(std::size_t d) const {
    std::vector<unsigned> choices;
    bool has_empty = false;
    const auto most = static_cast<unsigned>(is_finite() ? settings_.topics : documents_.size() + 1);
    for (unsigned k = 0; k < most; ++k) {
      const bool is_empty = others(d, k) == 0;
      const bool one_alone = !is_finite() || mistake_ == DmmMistake::one_empty_topic ||
                             mistake_ == DmmMistake::first_empty_topic;
      if (!(is_empty && has_empty && one_alone)) choices.push_back(k);
      has_empty = has_empty || is_empty;
    }
    return choices;
  }

  double prior_weight(std::size_t d, unsigned k) const {
    double m = others(d, k);
    if (mistake_ == DmmMistake::keeps_itself_in_m && topics_[d] == k) m += 1;
    if (m == 0) return weight_of_empty(d);
    if (mistake_ == DmmMistake::topics_by_tokens) {
      m = 0;
      for (std::size_t e = 0; e < documents_.size(); ++e)
        m += e != d && topics_[e] == k ? static_cast<double>(documents_[e].size()) : 0;
    }
    return m + (is_finite() && mistake_ != DmmMistake::no_alpha ? alpha_ : 0);
  }

  double weight_of_empty(std::size_t d) const {
    if (mistake_ == DmmMistake::new_topic_weighs_1) return 1;
    double empty = 0;
    for (unsigned k = 0; k < settings_.topics; ++k) empty += others(d, k) == 0 ? 1 : 0;
    return mistake_ == DmmMistake::first_empty_topic ? alpha_ * empty : alpha_;
  }

  double likelihood(std::size_t d, unsigned k) const {
    std::map<std::uint32_t, double> same;
    double all = 0;
    for (std::size_t e = 0; e < documents_.size(); ++e) {
      if (topics_[e] != k || (e == d && mistake_ != DmmMistake::keeps_itself)) continue;
      for (const std::uint32_t v : documents_[e]) ++same[v];
      all += static_cast<double>(documents_[e].size());
    }
    double total = beta_ * problem_.types + all;
    if (all == 0 && mistake_ == DmmMistake::new_topic_by_beta) total = beta_;
    double product = 1;
    for (const std::uint32_t v : documents_[d]) {
      product *= (same[v] + beta_) / total;
      if (mistake_ != DmmMistake::words_one_by_one) ++same[v];
      if (mistake_ != DmmMistake::no_rising_total) ++total;
    }
    return product;
  }

  Problem problem_;
  const dmm::Settings& settings_;
  double alpha_, beta_;
  DmmMistake mistake_;
  Topics topics_;  ///< of the documents with tokens
  Documents documents_;
};

inline Kernel<dmm::State> plain_dmm_kernel(const dmm::Settings& settings, DmmMistake mistake) {
  return {"plain", [settings, mistake](dmm::State& state, const Context& context) {
            PlainDmm plain(state, context, settings, mistake);
            Stream stream = context.stream(Purpose::token, 0);
            plain.draw(stream);
            state = dmm::Model(settings).restore(context.corpus, plain.saved(), context.pool);
          }};
}

/// What is added, by mistake, in the update of alpha.
struct DmmAlphaRecipe {
  double topics = 0;     ///< to the topics in use (infinite), to K in q and in its factor (finite)
  double documents = 0;  ///< to M
  double j = 0;          ///< finite: to j of the tables
  double in_q = 0;       ///< infinite: to alpha where q is drawn
};

inline Kernel<dmm::State> plain_alpha_kernel(const dmm::Settings& settings, const DmmAlphaRecipe& recipe) {
  return {"alpha", [settings, recipe](dmm::State& state, const Context& context) {
            Stream stream = context.stream(Purpose::hyper, 0);
            double used = 0, all = recipe.documents, tables = 0;
            for (const std::int64_t m : state.documents) {
              used += m > 0 ? 1 : 0;
              all += static_cast<double>(m);
              for (std::int64_t j = 0; j < m; ++j)
                tables += stream.uniform() * (state.alpha + static_cast<double>(j) + recipe.j) < state.alpha;
            }
            const bool is_finite = settings.form == dmm::Form::finite;
            const double scale = is_finite ? static_cast<double>(settings.topics) + recipe.topics : 1;
            const double power = is_finite ? tables : used + recipe.topics;
            const double log_q = draw_log_beta(stream, scale * state.alpha + recipe.in_q, all);
            const auto prior = settings.alpha_prior;
            state.alpha = std::max(draw_gamma(stream, prior.shape + power, prior.rate - scale * log_q), 1e-9);
          }};
}

}  // namespace themata::testing
