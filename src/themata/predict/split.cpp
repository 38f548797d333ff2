#include "themata/predict/split.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/lines.hpp"

namespace themata {

namespace {

/// Checks a comment at the start of a split file, which may name the corpus.
void check_comment(const LineReader& lines, std::string_view line, const CorpusFolder& corpus) {
  constexpr std::string_view naming = "# corpus ";
  if (!line.starts_with(naming) || line.substr(naming.size()) == corpus.hash()) return;
  lines.refuse(InputFault{fmt::format("belongs to a corpus with the hash {}", line.substr(naming.size())),
                          fmt::format("the hash of {}, {}", corpus.path.string(), corpus.hash())});
}

std::vector<std::uint32_t> read_positions(const LineReader& lines, std::string_view line,
                                          std::size_t length) {
  std::vector<std::uint32_t> positions;
  const char* at = line.data();
  const char* end = at + line.size();
  for (; at != end;) {
    std::uint32_t position = 0;
    const auto [next, error] = std::from_chars(at, end, position);
    if (error != std::errc() || (next != end && *next != ' '))
      lines.refuse(InputFault{"", "the positions of seen tokens, counted from 0 and separated by spaces"});
    if (position >= length)
      lines.refuse(
          fmt::format("has position {}; the document has {} tokens, counted from 0", position, length));
    if (!positions.empty() && position <= positions.back())
      lines.refuse(InputFault{fmt::format("has position {} after {}", position, positions.back()),
                              "ascending positions"});
    positions.push_back(position);
    at = next == end ? end : next + 1;
  }
  return positions;
}

}  // namespace

Split::Split(const std::filesystem::path& file, const CorpusFolder& folder) {
  LineReader lines(file.string());
  const Corpus& corpus = folder.corpus;
  for (std::string_view line; lines.next(line);) {
    if (positions_.empty() && line.starts_with('#')) {
      check_comment(lines, line, folder);
      continue;
    }
    if (positions_.size() == corpus.n_documents())
      lines.refuse(fmt::format("has more lines than the {} documents of {}", corpus.n_documents(),
                               folder.path.string()));
    positions_.push_back(read_positions(lines, line, corpus.length(positions_.size())));
  }
  if (positions_.size() != corpus.n_documents())
    throw InputError(file.string(), 0,
                     fmt::format("has lines for {} documents; {} has {}", positions_.size(),
                                 folder.path.string(), corpus.n_documents()));
}

Split::Split(std::vector<std::vector<std::uint32_t>> seen, const CorpusFolder& folder)
    : positions_(std::move(seen)) {
  const Corpus& corpus = folder.corpus;
  if (positions_.size() != corpus.n_documents())
    throw UsageError(OptionFault{"seen", fmt::format("a list for {} documents", positions_.size()),
                                 fmt::format("one for each of {}", corpus.n_documents())});
  for (std::size_t d = 0; d < positions_.size(); ++d) {
    const std::vector<std::uint32_t>& list = positions_[d];
    const bool ascends = std::ranges::adjacent_find(list, std::greater_equal<>()) == list.end();
    if (!ascends || (!list.empty() && list.back() >= corpus.length(d)))
      throw UsageError(
          OptionFault{"seen", fmt::format("out of order or out of range for document {}", d),
                      fmt::format("ascending positions below {}, its number of tokens", corpus.length(d))});
  }
}

std::vector<bool> Split::seen(const NewDocuments& documents, std::size_t d) const {
  std::vector<bool> seen;
  if (key_) {
    const std::uint32_t n = documents.n_known(d);
    std::uint32_t wanted = n / 2;
    Stream stream(*key_, Purpose::hide, 0, d);
    for (std::uint32_t i = 0; i < n; ++i) {
      seen.push_back(stream.below(n - i) < wanted);
      wanted -= seen.back() ? 1 : 0;
    }
    return seen;
  }
  const auto tokens = documents.folder().corpus.document(d);
  for (std::uint32_t i = 0; i < tokens.size(); ++i)
    if (documents.in_fit(tokens[i]) != NewDocuments::unknown)
      seen.push_back(std::ranges::binary_search(positions_[d], i));
  return seen;
}

}  // namespace themata
