#include "themata/simulate/lengths.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

namespace {

/// The length of a document, given its stream and number.
using LengthDistribution = std::function<std::uint64_t(Stream&, std::uint64_t)>;

LengthDistribution log_normal(double mean, double deviation) {
  const double spread = deviation / mean;
  const double variance = portable_log(1 + spread * spread);
  const double centre = portable_log(mean) - variance / 2;
  return [centre, sigma = std::sqrt(variance)](Stream& stream, std::uint64_t) {
    constexpr double most = 4294967294.0;
    const double length = std::min(portable_exp(centre + sigma * draw_normal(stream)), most);
    return static_cast<std::uint64_t>(length + stream.uniform());
  };
}

LengthDistribution length_distribution(const CorpusOptions& options) {
  const double mean = options.length;
  if (options.lengths == "log-normal") return log_normal(mean, options.length_sd);
  if (options.lengths == "poisson")
    return [mean](Stream& stream, std::uint64_t) { return draw_poisson(stream, mean); };
  // If the mean is not an integer, lengths differ by one.
  return [mean](Stream&, std::uint64_t d) {
    const auto n = static_cast<double>(d);
    return static_cast<std::uint64_t>(std::floor((n + 1) * mean) - std::floor(n * mean));
  };
}

}  // namespace

std::vector<std::uint64_t> draw_offsets(const CorpusOptions& options, Key key, Pool& pool,
                                        std::span<const std::vector<std::uint32_t>> topics) {
  constexpr std::size_t chunk = 4096;
  require_memory(options.documents * sizeof(std::uint64_t),
                 fmt::format("a list of {} documents", options.documents), "fewer `documents` need less");
  const LengthDistribution distribution = length_distribution(options);
  std::vector<std::uint64_t> offsets(options.documents + 1, 0);
  pool.for_chunks(options.documents, chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      if (!topics.empty() && topics[d].empty()) continue;
      Stream stream = part_stream(key, Part::lengths, d);
      offsets[d + 1] = distribution(stream, d);
    }
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

}  // namespace themata::simulate
