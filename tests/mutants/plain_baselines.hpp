#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mutants/plain_kernels.hpp"

// Plain copies of the sparse and the light collapsed kernels with a place for one mistake each, as in
// plain_kernels.hpp.
namespace themata::testing {

/// Where a kernel of three buckets goes wrong.
enum class BucketMistake {
  none,
  smoothing_with_token,     ///< sum prior_k / (n_k + B) of before the token was taken out
  document_with_token,      ///< sum m_dk / (n_k + B) likewise
  word_without_prior,       ///< the word's bucket m_dk n_kv / (n_k + B)
  word_list_without_births  ///< a word's list of topics as it was when the sweep began
};

/// Yao, Mimno & McCallum's buckets, each summed afresh for each token, with a mistake.
class PlainBucketKernel {
 public:
  explicit PlainBucketKernel(BucketMistake mistake) : mistake_(mistake) {}

  void operator()(sampling::State& state, const Context& context) {
    const Corpus& corpus = context.corpus;
    sizes_ = sampling::topic_sizes(state);
    counts_.resize(state.slots());
    listed_.assign(corpus.n_types() * state.slots(), 0);
    for (std::size_t i = 0; i < listed_.size(); ++i) listed_[i] = state.word_topic.cells()[i] > 0;
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      sampling::count_document(state, corpus, d, counts_.data());
      Stream stream = context.stream(Purpose::token, d);
      for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) draw(state, i, stream);
    }
    sampling::recount(state, corpus, context.pool);
  }

 private:
  void draw(sampling::State& state, std::size_t i, Stream& stream) {
    const std::size_t slots = state.slots(), word = state.layout.words[i], old = state.topics[i];
    std::int32_t* row = state.word_topic.row(word);
    const auto move = [&](std::size_t k, int by) { row[k] += by, counts_[k] += by, sizes_[k] += by; };
    std::vector<double> weight(3 * slots), before(3 * slots);
    fill_buckets(state, word, before);
    move(old, -1);
    fill_buckets(state, word, weight);
    if (mistake_ == BucketMistake::smoothing_with_token) std::copy_n(before.begin(), slots, weight.begin());
    if (mistake_ == BucketMistake::document_with_token)
      std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(slots), slots,
                  weight.begin() + static_cast<std::ptrdiff_t>(slots));
    const std::size_t k = choose(weight, stream.uniform()) % slots;
    move(k, 1);
    state.topics[i] = static_cast<Topic>(k);
  }

  void fill_buckets(const sampling::State& state, std::size_t word, std::vector<double>& weight) const {
    const std::size_t slots = state.slots();
    const double total_beta = state.beta * static_cast<double>(state.word_topic.rows());
    for (std::size_t k = 0; k < slots; ++k) {
      const double below = static_cast<double>(sizes_[k]) + total_beta;
      const double n = state.word_topic.row(word)[k];
      const double pseudo = mistake_ == BucketMistake::word_without_prior ? 0 : state.prior[k];
      const bool left_out =
          mistake_ == BucketMistake::word_list_without_births && listed_[word * slots + k] == 0;
      weight[k] = state.prior[k] * state.beta / below;
      weight[slots + k] = counts_[k] * state.beta / below;
      weight[2 * slots + k] = left_out ? 0 : (pseudo + counts_[k]) * n / below;
    }
  }

  BucketMistake mistake_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int32_t> counts_;
  std::vector<char> listed_;  ///< V x slots: whether the word had the topic when the sweep began
};

/// Where a kernel of light proposals goes wrong.
enum class LightMistake {
  none,
  tests_inverted,         ///< moves where it should stay: u above the ratio (PCLDA's algorithm 4 as printed)
  word_density_left_out,  ///< the word proposal taken for symmetric
  document_with_token     ///< the document's proposal has the token itself, its ratio as if no state mattered
};

/// A word's and a document's proposal in turn, as light_collapsed.hpp has them, from a word proposal that
/// does not look at the topics: q(k) proportional to k + 1. So it is exact until a mistake is made.
class PlainLightKernel {
 public:
  explicit PlainLightKernel(LightMistake mistake) : mistake_(mistake) {}

  void operator()(sampling::State& state, const Context& context) {
    const Corpus& corpus = context.corpus;
    sizes_ = sampling::topic_sizes(state);
    counts_.resize(state.slots());
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      sampling::count_document(state, corpus, d, counts_.data());
      Stream stream = context.stream(Purpose::token, d);
      for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
        std::int32_t* row = state.word_topic.row(state.layout.words[i]);
        const auto move = [&](std::size_t k, int by) { row[k] += by, counts_[k] += by, sizes_[k] += by; };
        move(state.topics[i], -1);
        const std::size_t between = step_by_word(state, row, state.topics[i], stream);
        state.topics[i] = static_cast<Topic>(step_by_document(state, row, between, stream));
        move(state.topics[i], 1);
      }
    }
    sampling::recount(state, corpus, context.pool);
  }

 private:
  double weight(const sampling::State& state, const std::int32_t* row, std::size_t k) const {
    const double total_beta = state.beta * static_cast<double>(state.word_topic.rows());
    return (state.prior[k] + counts_[k]) * (row[k] + state.beta) /
           (static_cast<double>(sizes_[k]) + total_beta);
  }

  bool moves(double ratio, Stream& stream) const {
    const bool below = stream.uniform() < ratio;
    return mistake_ == LightMistake::tests_inverted ? !below : below;
  }

  std::size_t step_by_word(const sampling::State& state, const std::int32_t* row, std::size_t from,
                           Stream& stream) const {
    std::vector<double> proposal(state.slots());
    for (std::size_t k = 0; k < proposal.size(); ++k)
      proposal[k] = state.prior[k] > 0 ? static_cast<double>(k + 1) : 0;
    const std::size_t to = choose(proposal, stream.uniform());
    double ratio = weight(state, row, to) / weight(state, row, from);
    if (mistake_ != LightMistake::word_density_left_out) ratio *= proposal[from] / proposal[to];
    return moves(ratio, stream) ? to : from;
  }

  std::size_t step_by_document(const sampling::State& state, const std::int32_t* row, std::size_t from,
                               Stream& stream) const {
    std::vector<double> proposal(state.slots());
    for (std::size_t k = 0; k < proposal.size(); ++k)
      proposal[k] = state.prior[k] > 0 ? state.prior[k] + counts_[k] : 0;
    if (mistake_ == LightMistake::document_with_token) proposal[from] += 1;
    const std::size_t to = choose(proposal, stream.uniform());
    const double ratio = weight(state, row, to) * proposal[from] / (weight(state, row, from) * proposal[to]);
    return moves(ratio, stream) ? to : from;
  }

  LightMistake mistake_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int32_t> counts_;
};

}  // namespace themata::testing
