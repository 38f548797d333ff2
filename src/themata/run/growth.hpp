#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "themata/io/interruptions.hpp"
#include "themata/run/chain_job.hpp"

namespace themata {

/// Compares the memory that a chain needs, as its number of topics grows, with the forecast.
class Growth {
 public:
  explicit Growth(const ChainJob& job);
  /// Whether the need is so far above that of the last warning that another warning is due.
  bool is_news(std::size_t slots);
  void warn(std::size_t topics) const;

 private:
  const ChainJob& job_;
  std::uint64_t slots_;  ///< the most so far
  std::uint64_t said_;   ///< bytes, forecast or of the last warning
};

/// Watches the number of topics of a model that can add topics without limit if a hyperparameter is high.
class Births {
 public:
  explicit Births(const ChainJob& job);
  /// Whether a warning is due: there are many times the topics that the chain began with, and twice those of
  /// the last warning.
  bool is_news(std::size_t topics);
  void warn(std::size_t topics, std::uint64_t sweep) const;
  bool too_many(std::size_t topics) const { return topics > most_; }
  /// @throws TopicLimitError
  [[noreturn]] void end(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t begun_;  ///< topics that the chain began with
  std::uint64_t most_;   ///< topics that there may be
  std::uint64_t said_;   ///< topics of the last warning
};

/// What a chain that needs too many topics ends with: the error, and what a person can do.
std::string with_advice(const TopicLimitError& error, const ChainJob& job);

}  // namespace themata
