#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "themata/cluster/communicator.hpp"
#include "themata/io/json.hpp"
#include "themata/models/draw.hpp"

namespace themata {

// What rank 0 of a fit says to the other ranks (leader.hpp, follower.hpp): an order is a JSON object with its
// name under "do", and goes to all of them. What an order makes all ranks do together, rank 0 does too.

inline constexpr std::uint32_t order_tag = 1U << 13;
/// The state of a checksum, from rank to rank.
inline constexpr std::uint32_t checksum_tag = order_tag + 1;

inline Message to_message(const std::string& text) { return to_message(std::span<const char>(text)); }
inline std::string text_of(const Message& message) {
  const std::vector<char> text = from_message<char>(message);
  return {text.begin(), text.end()};
}

/// How a rank has got on with something that can fail on one rank alone: "" where all is well. Where it was
/// to read or write topics: those of how many tokens, and their CRC-32.
struct RankOutcome {
  std::string fault = {};
  std::uint64_t tokens = 0;
  std::uint32_t crc = 0;

  std::uint64_t bytes() const { return tokens * sizeof(std::uint16_t); }
  Message message() const {
    return to_message(dump_json(nlohmann::json{{"fault", fault}, {"tokens", tokens}, {"crc", crc}}));
  }
  static RankOutcome of(const Message& message) {
    const auto read = parse_json<nlohmann::json>(text_of(message));
    return {read.at("fault").get<std::string>(), read.at("tokens").get<std::uint64_t>(),
            read.at("crc").get<std::uint32_t>()};
  }
};

/// The topics of a draw, as files have them.
inline std::span<const char> bytes_of_topics(const Draw& draw) {
  return {reinterpret_cast<const char*>(draw.z.data()), draw.z.size() * sizeof(draw.z[0])};
}

}  // namespace themata
