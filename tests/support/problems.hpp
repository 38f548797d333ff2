#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"

namespace themata::testing {

using Documents = std::vector<std::vector<std::uint32_t>>;

/// A corpus small enough to be written out: its posterior can be had by adding up every state.
struct Problem {
  Documents documents;
  std::uint32_t types = 0;

  std::size_t tokens() const {
    std::size_t n = 0;
    for (const auto& document : documents) n += document.size();
    return n;
  }
  Corpus corpus() const {
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> offsets{0};
    for (const auto& document : documents) {
      words.insert(words.end(), document.begin(), document.end());
      offsets.push_back(words.size());
    }
    return make_corpus(std::move(words), std::move(offsets), types);
  }
};

inline Problem problem_of(const Corpus& corpus) {
  Problem problem{{}, corpus.n_types()};
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    problem.documents.emplace_back(corpus.document(d).begin(), corpus.document(d).end());
  return problem;
}

/// Eight tokens: an empty document in the middle, and one with tokens of every block.
inline Problem eight_tokens() { return {{{0, 1, 0}, {}, {2, 3, 3, 0, 2}}, 4}; }

/// Eight tokens: three documents, a word type that never occurs, and one document of a single type.
inline Problem eight_tokens_uneven() { return {{{2, 2}, {0, 1, 2, 0, 1}, {1}}, 4}; }

/// Seven tokens in documents of four and three.
inline Problem seven_tokens() { return {{{0, 0, 1, 2}, {1, 2, 2}}, 3}; }

/// Random words in documents of 0 to 59 tokens, the commoner words at the front.
inline Problem random_problem(std::size_t documents, std::uint32_t types, std::uint64_t seed) {
  Problem problem{Documents(documents), types};
  for (std::size_t d = 0; d < documents; ++d) {
    Stream stream({seed}, Purpose::data, 0, d);
    problem.documents[d].resize(stream.below(60));
    const std::uint32_t home = stream.below(types);
    for (std::uint32_t& word : problem.documents[d])
      word =
          stream.uniform() < 0.5 ? (home + stream.below(20)) % types : stream.below(1 + stream.below(types));
  }
  return problem;
}

}  // namespace themata::testing
