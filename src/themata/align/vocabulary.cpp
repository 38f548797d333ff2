#include "themata/align/vocabulary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "themata/io/error.hpp"

namespace themata {

namespace {

std::string described(const FitVocabulary& vocabulary) {
  return fmt::format("{} (corpus hash {})", vocabulary.fit, vocabulary.corpus_hash);
}

std::size_t words_in_common(std::vector<std::string> a, std::vector<std::string> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  std::vector<std::string> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common.size();
}

}  // namespace

void check_same_vocabulary(const FitVocabulary& first, const FitVocabulary& other) {
  if (other.words == first.words) return;
  throw InputError(
      other.fit, 0,
      InputFault{fmt::format("is a fit of another corpus: {} and {} have {} of {} and {} words in common",
                             described(first), described(other), words_in_common(first.words, other.words),
                             first.words.size(), other.words.size()),
                 "fits of one corpus, or of corpora with the same vocabulary in the same order (import "
                 "`vocabulary`)"});
}

}  // namespace themata
