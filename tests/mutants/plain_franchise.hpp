#pragma once

#include <cmath>
#include <map>
#include <vector>

#include "mutants/plain_kernels.hpp"
#include "support/franchise_problem.hpp"

// The franchise in the words of the paper, with a place for one mistake: tables with numbers of their own,
// everything counted afresh for each draw.
namespace themata::testing {

enum class FranchiseMistake {
  none,
  new_table_of_new_topic,  ///< a new table's words are predicted by a new topic alone
  keeps_own_word,          ///< a token is predicted by its topic with itself in it
  no_discount_for_new,     ///< alpha in place of alpha + b m_d
  words_one_by_one,        ///< a table's words are predicted as if each were its only one
  topics_by_tokens,        ///< a table chooses topics by their tokens, not by their tables
  without_q,               ///< a split is as likely to be proposed as a merge
  without_gamma,           ///< the factor gamma + a K of a split left out
  sides_stand_still        ///< tables are split by the first two alone, q as if they had not been
};

class PlainFranchise {
 public:
  PlainFranchise(franchise::State& state, const Context& context, FranchiseMistake mistake)
      : state_(state), corpus_(context.corpus), mistake_(mistake) {
    for (std::size_t d = 0; d < corpus_.n_documents(); ++d)
      for (std::size_t i = corpus_.offsets()[d]; i < corpus_.offsets()[d + 1]; ++i) {
        const std::size_t table = 1000 * d + state.tables.seat[i];
        tokens_.push_back({d, state.mix.layout.words[i], table});
        dish_[table] = state.mix.topics[i];
      }
  }

  void draw_seats(Stream& stream) {
    for (Token& token : tokens_) {
      const std::size_t old = token.table;
      token.table = nowhere;
      if (tokens_at(old) == 0 && mistake_ != FranchiseMistake::keeps_own_word) dish_.erase(old);
      own_ = mistake_ == FranchiseMistake::keeps_own_word ? &token : nullptr;
      own_dish_ = own_ == nullptr ? 0 : dish_.at(old);
      if (tokens_at(old) == 0) dish_.erase(old);
      seat(stream, token);
    }
  }

  void draw_dishes(Stream& stream) {
    std::vector<std::size_t> tables;
    for (const Token& token : tokens_)
      if (std::ranges::find(tables, token.table) == tables.end()) tables.push_back(token.table);
    for (const std::size_t table : tables) {
      dish_.erase(table);
      const std::vector<std::size_t> topics = topics_with_new();
      std::vector<double> weight;
      for (std::size_t j = 0; j < topics.size(); ++j)
        weight.push_back(topic_weight(topics, j) * std::exp(log_words_of(table, topics[j])));
      dish_[table] = topics[choose(weight, stream.uniform())];
    }
  }

  void split_or_merge(Stream& stream) {
    std::vector<std::size_t> tables;
    for (const auto& [table, topic] : dish_) tables.push_back(table);
    if (tables.size() < 2) return;
    const auto n = static_cast<std::uint32_t>(tables.size());
    const std::size_t first = tables[stream.below(n)];
    std::size_t second = first;
    while (second == first) second = tables[stream.below(n)];
    const std::map<std::size_t, std::size_t> before = dish_;
    const bool splits = dish_[first] == dish_[second];
    const std::size_t left = dish_[first], right = splits ? topics_with_new().back() : dish_[second];
    std::vector<std::size_t> others;
    for (const std::size_t table : tables)
      if (table != first && table != second && (before.at(table) == left || before.at(table) == right))
        others.push_back(table);
    for (std::size_t i = others.size(); i > 1; --i)
      std::swap(others[i - 1], others[stream.below(static_cast<std::uint32_t>(i))]);
    for (const std::size_t table : others) dish_.erase(table);
    dish_[first] = left;
    dish_[second] = right;
    double log_q = 0;
    const std::map<std::size_t, std::size_t> start = dish_;
    for (const std::size_t table : others) {
      const std::map<std::size_t, std::size_t> now = dish_;
      if (mistake_ == FranchiseMistake::sides_stand_still) dish_ = start;
      const double l = side_weight(left) * std::exp(log_words_of(table, left));
      const double r = side_weight(right) * std::exp(log_words_of(table, right));
      dish_ = now;
      const bool goes_left = splits ? stream.uniform() * (l + r) < l : before.at(table) == left;
      dish_[table] = goes_left ? left : right;
      log_q += std::log((goes_left ? l : r) / (l + r));
    }
    if (mistake_ == FranchiseMistake::sides_stand_still)
      log_q = -std::log(2) * static_cast<double>(others.size());
    if (mistake_ == FranchiseMistake::without_q) log_q = 0;
    const std::map<std::size_t, std::size_t> split = dish_;
    const double log_split = log_density();
    for (auto& [table, topic] : dish_) topic = topic == right ? left : topic;
    const double log_merged = log_density();
    const double log_r = log_split - log_merged - log_q;
    const bool accepted = std::log(stream.uniform()) < (splits ? log_r : -log_r);
    if (splits == accepted) dish_ = split;
  }

  /// Writes it back, tables and topics renumbered.
  void store(const Context& context) {
    Topics z;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      z.push_back(static_cast<unsigned>(dish_.at(tokens_[i].table)));
      Topics seats;
      for (const Token& token : tokens_)
        if (token.document == tokens_[i].document) seats.push_back(static_cast<unsigned>(token.table));
      state_.tables.seat[i] = canonical(seats)[i - corpus_.offsets()[tokens_[i].document]];
    }
    z = canonical(z);
    state_.mix.topics.assign(z.begin(), z.end());
    sampling::recount(state_.mix, context.corpus, context.pool);
    state_.tables = seating::tables_of(state_.tables.seat, state_.mix, context.corpus, context.pool);
  }

 private:
  static constexpr std::size_t nowhere = 1'000'000;
  struct Token {
    std::size_t document;
    std::uint32_t word;
    std::size_t table;
  };

  double tokens_at(std::size_t table) const {
    return static_cast<double>(std::ranges::count(tokens_, table, &Token::table));
  }
  double tables_of(std::size_t topic) const {
    return static_cast<double>(
        std::ranges::count(dish_, topic, [](const auto& entry) { return entry.second; }));
  }

  /// Topics that have tables, and one that has none.
  std::vector<std::size_t> topics_with_new() const {
    std::vector<std::size_t> topics;
    for (const auto& [table, topic] : dish_)
      if (std::ranges::find(topics, topic) == topics.end()) topics.push_back(topic);
    std::size_t fresh = 0;
    while (std::ranges::find(topics, fresh) != topics.end()) ++fresh;
    topics.push_back(fresh);
    return topics;
  }

  double topic_weight(const std::vector<std::size_t>& topics, std::size_t j) const {
    const double others = static_cast<double>(topics.size() - 1);
    if (j + 1 == topics.size())
      return others == 0 ? 1 : state_.topics.concentration + state_.topics.discount * others;
    if (mistake_ != FranchiseMistake::topics_by_tokens) return tables_of(topics[j]) - state_.topics.discount;
    double tokens = 0;
    for (const Token& token : tokens_)
      tokens +=
          token.table != nowhere && dish_.contains(token.table) && dish_.at(token.table) == topics[j] ? 1 : 0;
    return tokens - state_.topics.discount;
  }

  double side_weight(std::size_t topic) const { return tables_of(topic) - state_.topics.discount; }

  /// f_k(v), with `more` tokens of the word and `more_tokens` in all added.
  double word_mass(std::size_t topic, std::uint32_t word, double more = 0, double more_tokens = 0) const {
    double same = state_.mix.beta + more, all = state_.mix.beta * corpus_.n_types() + more_tokens;
    for (const Token& token : tokens_) {
      const bool mine = &token == own_ ? own_dish_ == topic
                                       : token.table != nowhere && dish_.contains(token.table) &&
                                             dish_.at(token.table) == topic;
      if (!mine) continue;
      same += token.word == word ? 1 : 0;
      ++all;
    }
    return same / all;
  }

  double log_words_of(std::size_t table, std::size_t topic) const {
    std::map<std::uint32_t, double> seen;
    double sum = 0, n = 0;
    for (const Token& token : tokens_) {
      if (token.table != table) continue;
      const bool alone = mistake_ == FranchiseMistake::words_one_by_one;
      sum += std::log(word_mass(topic, token.word, alone ? 0 : seen[token.word], alone ? 0 : n));
      ++seen[token.word];
      ++n;
    }
    return sum;
  }

  void seat(Stream& stream, Token& token) {
    std::vector<std::size_t> tables;
    std::vector<double> weight;
    for (const auto& [table, topic] : dish_)
      if (table / 1000 == token.document) {
        tables.push_back(table);
        weight.push_back((tokens_at(table) - state_.documents.discount) * word_mass(topic, token.word));
      }
    const std::vector<std::size_t> topics = topics_with_new();
    std::vector<double> of_topics;
    double total = 0;
    for (std::size_t j = 0; j < topics.size(); ++j) {
      of_topics.push_back(topic_weight(topics, j) * word_mass(topics[j], token.word));
      total += topic_weight(topics, j);
    }
    double predicted = 0;
    for (const double w : of_topics) predicted += w / total;
    if (mistake_ == FranchiseMistake::new_table_of_new_topic)
      predicted = word_mass(topics.back(), token.word);
    const double discount = mistake_ == FranchiseMistake::no_discount_for_new ? 0 : state_.documents.discount;
    const double of_new =
        tables.empty() ? 1 : state_.documents.concentration + discount * static_cast<double>(tables.size());
    weight.push_back(of_new * predicted);
    const std::size_t chosen = choose(weight, stream.uniform());
    if (chosen < tables.size()) {
      token.table = tables[chosen];
      return;
    }
    token.table = 1000 * token.document;
    while (dish_.contains(token.table)) ++token.table;
    dish_[token.table] = topics[choose(of_topics, stream.uniform())];
  }

  /// log p(w, topics of tables), as the tests' own enumeration has it.
  double log_density() const {
    Topics dishes, z;
    for (const auto& [table, topic] : dish_) dishes.push_back(static_cast<unsigned>(topic));
    for (const Token& token : tokens_) z.push_back(static_cast<unsigned>(dish_.at(token.table)));
    dishes = canonical(dishes);
    z = canonical(z);
    const std::size_t topics = *std::max_element(z.begin(), z.end()) + 1;
    double sum = log_seated(state_.topics, dishes) +
                 log_words(Counts(problem_of(corpus_), z, topics), state_.mix.beta);
    if (mistake_ == FranchiseMistake::without_gamma)
      for (std::size_t k = 1; k < topics; ++k)
        sum -= std::log(state_.topics.concentration + state_.topics.discount * static_cast<double>(k));
    return sum;
  }

  franchise::State& state_;
  const Corpus& corpus_;
  FranchiseMistake mistake_;
  std::vector<Token> tokens_;
  std::map<std::size_t, std::size_t> dish_;  ///< of each table
  const Token* own_ = nullptr;  ///< by mistake: a token that counts for its topic while it is drawn
  std::size_t own_dish_ = 0;
};

}  // namespace themata::testing
