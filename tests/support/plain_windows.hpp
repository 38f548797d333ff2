#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/evaluate/window_counts.hpp"

// Windows one by one, each a set of words: the slow way to count them.
namespace themata::testing {

using WindowWords = std::set<std::uint32_t>;

/// The windows of a document, in order, each with the words that it is counted to hold.
inline std::vector<WindowWords> plain_windows(std::span<const std::uint32_t> tokens, const Windows& windows) {
  const std::size_t size = windows.size == 0 ? tokens.size() : std::min(windows.size, tokens.size());
  std::vector<WindowWords> result;
  for (std::size_t first = 0; first == 0 || first + size <= tokens.size(); ++first) {
    const auto inside = tokens.subspan(first, size);
    if (windows.counts == WindowCounts::exact || first == 0) {
      result.emplace_back(inside.begin(), inside.end());
      if (size == 0) break;
      continue;
    }
    result.push_back(result.back());
    result.back().erase(tokens[first - 1]);
    result.back().insert(inside.back());
  }
  return result;
}

/// How many windows of the corpus hold all of `words`.
inline std::uint64_t plain_count(const Corpus& corpus, const std::vector<std::uint32_t>& words,
                                 const Windows& windows) {
  std::uint64_t n = 0;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (const WindowWords& window : plain_windows(corpus.document(d), windows))
      n += std::ranges::all_of(words, [&](std::uint32_t word) { return window.contains(word); }) ? 1 : 0;
  return n;
}

}  // namespace themata::testing
