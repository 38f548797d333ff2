#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "support/enumeration.hpp"
#include "themata/models/hdp/model.hpp"
#include "themata/random/distributions.hpp"

// A plain copy of the splits and merges of topics, with a place for one mistake. Every density is computed
// whole.
namespace themata::testing {

enum class SplitMistake {
  none,
  without_q,         ///< the probability of the last scan left out
  without_h,         ///< the density of the left share left out
  without_jacobian,  ///< of (Psi, u) to the two weights
  q_of_the_launch    ///< the last scan's probability taken as that of a fair coin a token
};

class PlainSplit {
 public:
  /// @param state  of one block, with a slot to spare
  PlainSplit(hdp::State& state, const Context& context, SplitMistake mistake)
      : state_(state), problem_(problem_of(context.corpus)), mistake_(mistake) {
    for (std::size_t d = 0; d < problem_.documents.size(); ++d)
      for (const std::uint32_t word : problem_.documents[d]) {
        document_.push_back(d);
        word_.push_back(word);
      }
  }

  void propose(Stream& stream) {
    const auto n = static_cast<std::uint32_t>(document_.size());
    first_ = stream.below(n);
    do second_ = stream.below(n);
    while (second_ == first_);
    const Topics before{state_.mix.topics.begin(), state_.mix.topics.end()};
    const std::vector<double> psi = state_.psi;
    const unsigned a = before[first_], b = before[second_];
    launch(stream, before);
    whole_ = a == b ? psi[a] : psi[a] + psi[b];
    Topics after = before;
    std::vector<double> moved = psi;
    if (a == b) {
      const double log_q = scan([&](std::size_t, double left) { return stream.uniform() < left ? 0 : 1; });
      const std::array<double, 2> n_documents{count_documents(0), count_documents(1)};
      std::array<double, 2> share = n_documents;
      draw_dirichlet(stream, share);
      const unsigned fresh = free_slot(before);
      for (std::size_t i = 0; i < after.size(); ++i)
        if (side_[i] == 1) after[i] = fresh;
      moved[a] = share[0] * whole_;
      moved[fresh] = share[1] * whole_;
      accept(stream, after, moved,
             log_density(after, moved) - log_density(before, psi) - log_forward(log_q, share, n_documents));
    } else {
      const double log_q = scan([&](std::size_t i, double) { return before[i] == a ? 0 : 1; });
      const std::array<double, 2> n_documents{count_documents(0), count_documents(1)};
      for (unsigned& k : after) k = k == b ? a : k;
      moved[a] = whole_;
      moved[b] = 0;
      accept(stream, after, moved,
             log_density(after, moved) - log_density(before, psi) +
                 log_forward(log_q, {psi[a] / whole_, psi[b] / whole_}, n_documents));
    }
  }

 private:
  static constexpr int nowhere = 2;

  void launch(Stream& stream, const Topics& z) {
    side_.assign(z.size(), nowhere);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (z[i] == z[first_] || z[i] == z[second_]) side_[i] = static_cast<int>(stream.below(2));
    side_[first_] = 0;
    side_[second_] = 1;
  }

  /// Chooses each token's side in turn; the log probability of the choices by the masses.
  template <class Choose>
  double scan(const Choose& pick) {
    double sum = 0;
    for (std::size_t i = 0; i < side_.size(); ++i) {
      if (side_[i] == nowhere || i == first_ || i == second_) continue;
      side_[i] = nowhere;
      const double left = mass(i, 0) / (mass(i, 0) + mass(i, 1));
      side_[i] = pick(i, left);
      sum += std::log(mistake_ == SplitMistake::q_of_the_launch ? 0.5 : side_[i] == 0 ? left : 1 - left);
    }
    return sum;
  }

  double mass(std::size_t token, int side) const {
    double m = state_.alpha * whole_ / 2, n = state_.mix.beta, size = state_.mix.beta * problem_.types;
    for (std::size_t i = 0; i < side_.size(); ++i) {
      if (side_[i] != side) continue;
      m += document_[i] == document_[token] ? 1 : 0;
      n += word_[i] == word_[token] ? 1 : 0;
      size += 1;
    }
    return m * n / size;
  }

  double count_documents(int side) const {
    std::vector<double> seen(problem_.documents.size());
    for (std::size_t i = 0; i < side_.size(); ++i)
      if (side_[i] == side) seen[document_[i]] = 1;
    double n = 0;
    for (const double s : seen) n += s;
    return n;
  }

  static unsigned free_slot(const Topics& z) {
    unsigned k = 0;
    while (std::find(z.begin(), z.end(), k) != z.end()) ++k;
    return k;
  }

  /// log of the proposal's density in the space of the weights.
  double log_forward(double log_q, const std::array<double, 2>& share, const std::array<double, 2>& n) const {
    double sum = 0;
    if (mistake_ != SplitMistake::without_q) sum += log_q;
    if (mistake_ != SplitMistake::without_jacobian) sum -= std::log(whole_);
    if (mistake_ != SplitMistake::without_h)
      sum += std::lgamma(n[0] + n[1]) - std::lgamma(n[0]) - std::lgamma(n[1]) +
             (n[0] - 1) * std::log(share[0]) + (n[1] - 1) * std::log(share[1]);
    return sum;
  }

  /// log p(w, z, weights of the topics that have tokens).
  double log_density(const Topics& z, const std::vector<double>& psi) const {
    const Counts counts(problem_, z, psi.size());
    std::vector<double> prior;
    double sum = 0, used = 0;
    for (std::size_t k = 0; k < psi.size(); ++k) {
      prior.push_back(state_.alpha * psi[k]);
      if (counts.size[k] == 0) prior.back() = 0;
      used += prior.back();
      if (counts.size[k] > 0) sum += std::log(state_.gamma / psi[k]);
    }
    prior.push_back(state_.alpha - used);
    return sum + log_documents(counts, prior) + log_words(counts, state_.mix.beta);
  }

  void accept(Stream& stream, const Topics& z, const std::vector<double>& psi, double log_ratio) {
    if (std::log(stream.uniform()) >= log_ratio) return;
    state_.mix.topics.assign(z.begin(), z.end());
    state_.psi = psi;
  }

  hdp::State& state_;
  Problem problem_;
  SplitMistake mistake_;
  std::vector<std::size_t> document_;
  std::vector<std::uint32_t> word_;
  std::vector<int> side_;
  std::size_t first_ = 0, second_ = 0;
  double whole_ = 0;  ///< weight of the one topic or of both
};

}  // namespace themata::testing
