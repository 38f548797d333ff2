#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "themata/options/field.hpp"

namespace themata {

inline constexpr std::size_t most_simulated_topics = 65535;  ///< a topic takes 16 bits

}  // namespace themata

// Options that simulations share. Each simulation has an aggregate of its own, derived from one of these, and
// a table of its fields (option_fields.hpp).
namespace themata::simulate {

/// Options of every simulation.
struct CommonOptions {
  std::uint64_t documents = automatic;  ///< or rows of a matrix
  std::uint64_t seed = 1;
  std::uint64_t threads = 0;  ///< 0: every core; the result does not depend on it
};

/// Options of every corpus.
struct CorpusOptions : CommonOptions {
  double length = 100;                  ///< mean length of a document
  double length_sd = automatic_number;  ///< of log-normal lengths: half the mean
  std::string lengths = "poisson";      ///< their distribution: poisson, fixed or log-normal
};

/// Fills in the standard deviation of log-normal lengths.
/// @throws UsageError if there is one without log-normal lengths
void complete_lengths(CorpusOptions& options);

/// A parameter that an Indian buffet process has, under the name of its option.
struct NamedNumber {
  std::string_view name;
  double value;
};
/// Refuses a concentration of an Indian buffet process that is not above minus its discount.
/// @throws UsageError
void require_above(const NamedNumber& concentration, const NamedNumber& discount);

}  // namespace themata::simulate
