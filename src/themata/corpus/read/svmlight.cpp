#include <fmt/core.h>

#include "themata/corpus/read/bag.hpp"
#include "themata/corpus/read/line_records.hpp"

// SVMlight: one document per line, "label[,label...] feature:value feature:value ... # comment". Features
// count from 0 or from 1; the values must be whole numbers.

namespace themata::read {

namespace {

/// The labels before the features, if the line has any.
std::vector<std::string> take_labels(std::string_view& line, const FieldOptions& options) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  if (begin > 0) {  // a document without labels begins with a blank
    line.remove_prefix(begin);
    return {};
  }
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view labels = line.substr(0, end);
  if (labels.find(':') != std::string_view::npos) return {};
  line.remove_prefix(end);
  return split_labels(labels, options.label_separator.empty() ? "," : options.label_separator);
}

}  // namespace

void read_svmlight(LineReader& lines, const FieldOptions& fields, BagOfWords& bag) {
  std::string_view line;
  while (lines.next(line)) {
    if (line.starts_with('#')) continue;
    line = line.substr(0, line.find('#'));
    bag.labels.push_back(take_labels(line, fields));
    Fields pieces(lines, line);
    // Whether features count from 0 or 1 is known only at the end; until then the number may equal the
    // vocabulary's size.
    const std::uint64_t highest = bag.vocabulary.empty() ? largest_word_number : bag.vocabulary.size();
    for (std::string_view piece = pieces.piece(); !piece.empty(); piece = pieces.piece()) {
      if (piece.starts_with("qid:")) continue;
      const Pair pair = split_pair(piece, lines);
      const std::uint64_t word = pieces.number_in(pair.number, "the number of a feature", highest);
      bag.tokens.append(static_cast<std::uint32_t>(word), pieces.real_count_in(pair.count));
    }
    bag.offsets.push_back(bag.tokens.size());
  }
}

}  // namespace themata::read
