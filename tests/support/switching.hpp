#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "support/api.hpp"
#include "themata/random/stream.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_folder.hpp"

// Fits whose draws number their topics differently, as chains do in which topics change places.
namespace themata::testing {

/// Documents of four themes, each with a label, a year and a side, as words and themes that no model
/// confuses.
inline Collection documents_of_four_themes() {
  std::vector<TokenDocument> documents;
  Stream stream({77}, Purpose::data, 0, 0);
  for (int d = 0; d < 80; ++d) {
    TokenDocument document{
        .words = {}, .id = fmt::format("d{}", d), .labels = {fmt::format("label{}", d % 4)}};
    for (int i = 0; i < 15; ++i) {
      const int theme = stream.uniform() < .95 ? d % 4 : static_cast<int>(4 * stream.uniform());
      document.words.push_back(fmt::format("w{}-{}", theme, static_cast<int>(6 * stream.uniform())));
    }
    document.metadata = fmt::format(R"({{"year": {}, "side": "{}"}})", 2000 + d / 20,
                                    d % 2 == 0 || d % 7 == 0 ? "left" : "right");
    documents.push_back(std::move(document));
  }
  return Collection::from_tokens(documents);
}

/// The topics of a draw as it was saved that have no name, seed or label, and may change places.
inline std::vector<std::uint16_t> exchangeable_topics(const ShownFit& shown) {
  std::vector<std::uint16_t> topics;
  if (!shown.given.parents.empty()) return topics;
  for (std::size_t k = 0; k < shown.draw.n_topics(); ++k)
    if (shown.given.topic_names.empty() || shown.given.topic_names[k].empty())
      topics.push_back(shown.draw.order[k]);
  return topics;
}

/// Gives the topics of all kept draws but the last other numbers, in the files.
/// @returns how many draws it changed
inline std::size_t switch_topics(const FitFolder& fit, std::uint32_t chain, std::uint64_t seed) {
  const ShownFit shown = open_shown_fit(fit, chain);
  const std::vector<std::uint16_t> free = exchangeable_topics(shown);
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  std::size_t changed = 0;
  for (std::size_t s = 0; s + 1 < sweeps.size(); ++s) {
    Draw draw = fit.draw(chain, sweeps[s]);
    std::vector<std::uint16_t> order(draw.n_topics()), mixed = free;
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    Stream stream({seed}, Purpose::data, s, chain);
    for (std::size_t i = mixed.size(); i > 1; --i)
      std::swap(mixed[i - 1], mixed[static_cast<std::size_t>(static_cast<double>(i) * stream.uniform())]);
    for (std::size_t i = 0; i < free.size(); ++i) order[free[i]] = mixed[i];
    changed += std::ranges::is_sorted(order) ? 0 : 1;
    write_draw(draw_path(fit.path, chain, sweeps[s]), in_order(std::move(draw), order));
  }
  return changed;
}

}  // namespace themata::testing
