#include "themata/evaluate/coherence.hpp"

#include <cmath>

#include "themata/random/elementary.hpp"

namespace themata {

namespace {

constexpr double epsilon = 1e-12;

/// The mean of `of(i, j)` over the pairs with j < i.
template <class Of>
std::optional<double> mean_over_pairs(const ListCounts& counts, const Of& of) {
  const std::size_t n = counts.n_words();
  if (n < 2) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) sum += of(i, j);
  return sum / (static_cast<double>(n) * static_cast<double>(n - 1) / 2);
}

}  // namespace

ListCounts::ListCounts(const std::vector<std::uint32_t>& list, const WatchedWords& watched,
                       const WindowTally& tally)
    : watched_(watched), tally_(tally) {
  for (const std::uint32_t type : list)
    if (const std::uint32_t word = watched.number(type); tally.words[word] > 0) words_.push_back(word);
}

std::uint64_t ListCounts::count(std::size_t i, std::size_t j) const {
  return i == j ? tally_.words[words_[i]] : tally_.pairs[watched_.pair(words_[i], words_[j])];
}

double ListCounts::share(std::size_t i, std::size_t j) const {
  return static_cast<double>(count(i, j)) / static_cast<double>(windows());
}

std::optional<double> umass(const ListCounts& counts) {
  return mean_over_pairs(counts, [&](std::size_t i, std::size_t j) {
    return portable_log((counts.share(i, j) + epsilon) / counts.share(j, j));
  });
}

double npmi_of_pair(const ListCounts& counts, std::size_t i, std::size_t j) {
  if (counts.count(i, j) == counts.windows()) return i == j ? 1 : 0;
  const double together = counts.share(i, j) + epsilon;
  return portable_log(together / (counts.share(i, i) * counts.share(j, j))) / -portable_log(together);
}

std::optional<double> npmi(const ListCounts& counts) {
  return mean_over_pairs(counts, [&](std::size_t i, std::size_t j) { return npmi_of_pair(counts, i, j); });
}

std::optional<double> cv(const ListCounts& counts) {
  const std::size_t n = counts.n_words();
  if (n < 2) return std::nullopt;
  std::vector<double> vectors(n * n), total(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      vectors[i * n + j] = npmi_of_pair(counts, i, j);
      total[j] += vectors[i * n + j];
    }
  const auto product = [n](const double* a, const double* b) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += a[j] * b[j];
    return sum;
  };
  const double of_total = std::sqrt(product(total.data(), total.data()));
  if (of_total == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* one = vectors.data() + i * n;
    sum += product(one, total.data()) / (std::sqrt(product(one, one)) * of_total);
  }
  return sum / static_cast<double>(n);
}

}  // namespace themata
