#include <fmt/core.h>

#include "themata/corpus/read/bag.hpp"

// LDA-C: one document per line, "n word:count word:count ...", with words numbered from 0.

namespace themata::read {

namespace {

/// @returns the number of pairs
std::uint64_t read_pairs(Fields& fields, const LineReader& lines, BagOfWords& bag) {
  const std::uint64_t highest = highest_number(bag);
  std::uint64_t pairs = 0;
  for (std::string_view piece = fields.piece(); !piece.empty(); piece = fields.piece()) {
    const Pair pair = split_pair(piece, lines);
    const std::uint64_t word = fields.number_in(pair.number, "the number of a word", highest);
    bag.tokens.append(static_cast<std::uint32_t>(word), fields.count_in(pair.count));
    ++pairs;
  }
  return pairs;
}

}  // namespace

void read_ldac(LineReader& lines, BagOfWords& bag) {
  std::string_view line;
  while (lines.next(line)) {
    Fields fields(lines, line);
    if (fields.at_end())
      lines.refuse(InputFault{"is empty", "'n word:count ...' (a document without words is the line 0)"});
    const std::uint64_t announced = fields.number("the number of pairs that follow", ~std::uint64_t{0});
    const std::uint64_t pairs = read_pairs(fields, lines, bag);
    if (pairs != announced)
      lines.refuse(fmt::format("the line says {} pairs word:count; {} follow", announced, pairs));
    bag.offsets.push_back(bag.tokens.size());
  }
}

}  // namespace themata::read
