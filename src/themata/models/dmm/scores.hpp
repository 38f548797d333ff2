#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "themata/models/dmm/model.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/sampling/state/word_topic_lists.hpp"

namespace themata::dmm {

/// A document's distinct word types with their counts c_dv. Memory is allocated once.
class DocumentWords {
 public:
  explicit DocumentWords(std::size_t n_types) : count_(n_types) {}

  void open(std::span<const std::uint32_t> words);
  /// In the order of their first tokens.
  std::span<const std::uint32_t> types() const { return types_; }
  std::int32_t count(std::uint32_t type) const { return count_[type]; }
  /// N_d
  std::int32_t length() const { return length_; }

 private:
  std::vector<std::int32_t> count_;  ///< V, 0 except for the document's types
  std::vector<std::uint32_t> types_;
  std::int32_t length_ = 0;
};

/// log(n + beta_v) of integers n, from a table if all word types have the same beta.
class CountLogs {
 public:
  CountLogs(const sampling::WordBeta& betas, std::size_t n_tokens);
  double operator()(std::int32_t n, double beta) const {
    const auto index = static_cast<std::size_t>(n);
    return index < table_.size() ? table_[index] : far(n, beta);
  }

 private:
  static double far(std::int32_t n, double beta);
  std::vector<double> table_;
};

/// log Gamma(n_k + N_d + B), cached for short documents, whose lengths recur while most topics do not change.
class TotalLogs {
 public:
  explicit TotalLogs(double total_beta) : total_beta_(total_beta) {}

  /// Prepares for documents of this length.
  void open(std::int32_t length, std::size_t slots);
  double operator()(std::size_t slot, std::int32_t tokens);

 private:
  struct Known {
    std::int32_t tokens = -1;
    double value = 0;
  };
  double total_beta_;
  std::int32_t length_ = 0;
  std::size_t slots_ = 0;
  std::vector<Known> known_;    ///< short lengths x slots
  Known* of_length_ = nullptr;  ///< null if the length is not short
};

/// Scratch of a thread for weighing documents, for one TopicScores.
struct Workspace {
  Workspace(std::size_t n_types, double total_beta) : words(n_types), totals(total_beta) {}

  DocumentWords words;
  std::vector<double> weights;  ///< the result: of the topics in use, and last of a new topic
  std::vector<double> by_slot;  ///< scores of topics in use
  TotalLogs totals;
};

/// Full conditionals of the documents' topics (docs/theory/dmm.md, eq. 5), and the counts from which they are
/// computed:
///   p(z_d = k | rest)  prop. to  prior_k  Gamma(n_k + B) / Gamma(n_k + B + N_d)
///                                prod_v Gamma(n_kv + beta_v + c_dv) / Gamma(n_kv + beta_v),
/// where B = sum_v beta_v and all counts are without document d. The factor common to all topics, prod_v
/// Gamma(beta_v + c_dv) / Gamma(beta_v), is left out, so only topics that already have a word are visited for
/// it.
class TopicScores {
 public:
  TopicScores(const State& state, const Corpus& corpus, const TopicPrior& prior);

  Workspace workspace() const { return {n_types_, total_beta_}; }
  /// Slots of topics with documents, ascending.
  const std::vector<Topic>& in_use() const { return in_use_; }

  /// Writes numbers proportional to p(z_d = k | rest) into the workspace, which holds the document's words:
  /// one for each topic in use (0 if it has no other document), and last one for all topics without other
  /// documents together. The largest is 1.
  /// @param own  the document's present topic, if it has one
  void weigh(const State& state, std::optional<Topic> own, Workspace& work) const;

  /// Whether a document is the only one of its topic.
  static bool is_alone(const State& state, Topic own) { return state.documents[own] == 1; }

  enum class Change { join, leave };
  /// Adds document d to a topic, or removes it. @param words  of d
  void count(State& state, std::size_t d, const DocumentWords& words, Topic k, Change change);

 private:
  void add_word(const State& state, std::uint32_t v, std::int32_t count, std::vector<double>& scores) const;
  double without(const State& state, const DocumentWords& words, Topic own) const;
  double log_base(std::int64_t documents, std::int32_t tokens) const;
  void refresh(const State& state, Topic k);

  TopicPrior prior_;
  std::size_t n_types_;
  sampling::WordBeta betas_;
  double total_beta_;  ///< B
  CountLogs logs_;
  sampling::WordTopicLists lists_;
  std::vector<double> base_;  ///< slots: log(prior_k Gamma(n_k + B)), for topics in use
  double base_of_new_;        ///< log Gamma(B)
  std::vector<Topic> in_use_;
};

}  // namespace themata::dmm
