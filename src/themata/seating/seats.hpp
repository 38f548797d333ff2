#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "themata/corpus/corpus.hpp"

namespace themata::seating {

/// A table's number within its document. A document's tables are numbered in the order of their first tokens.
using Seat = std::uint32_t;

/// Adds l_dk, the number of tables of each topic in one document, to `tables`. @param seat, topics  of its
/// tokens @return  l_d
std::size_t count_tables(std::span<const Seat> seat, std::span<const std::uint16_t> topics,
                         std::span<std::int64_t> tables);

/// Checks seats and topics from outside. @return  what is wrong; nothing if each document's tables are
/// numbered in the order of their first tokens and have one topic each @param seat, topics  of all tokens, in
/// the corpus's order
std::optional<std::string> find_fault(std::span<const Seat> seat, std::span<const std::uint16_t> topics,
                                      const Corpus& corpus);

}  // namespace themata::seating
