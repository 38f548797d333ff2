#include "themata/seating/seats.hpp"

#include <fmt/core.h>

#include <vector>

namespace themata::seating {

std::size_t count_tables(std::span<const Seat> seat, std::span<const std::uint16_t> topics,
                         std::span<std::int64_t> tables) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < seat.size(); ++i)
    if (seat[i] == seen) {  // the first token of a table
      ++seen;
      ++tables[topics[i]];
    }
  return seen;
}

std::optional<std::string> find_fault(std::span<const Seat> seat, std::span<const std::uint16_t> topics,
                                      const Corpus& corpus) {
  if (seat.size() != corpus.n_tokens() || topics.size() != corpus.n_tokens())
    return fmt::format("it seats {} tokens; the corpus has {}", seat.size(), corpus.n_tokens());
  std::vector<std::uint16_t> dish;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    dish.clear();
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      if (seat[i] > dish.size())
        return fmt::format("the tables of document {} are not numbered by their first tokens", d);
      if (seat[i] == dish.size()) dish.push_back(topics[i]);
      if (dish[seat[i]] != topics[i])
        return fmt::format("table {} of document {} has two topics", seat[i], d);
    }
  }
  return std::nullopt;
}

}  // namespace themata::seating
