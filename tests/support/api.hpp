#pragma once

#include <string>
#include <vector>

#include "themata/api/access.hpp"
#include "themata/themata.hpp"

// Small collections and fits in memory, as users of the library make them.
namespace themata::test {

inline const std::vector<TextDocument> few_texts = {
    {.text = "Roses and tulips, soil and rain", .id = "garden"},
    {.text = "anchors, sails; the tide"},
    {.text = "the of and"},
    {.text = "rain on sails, soil on anchors\nroses"}};

inline std::vector<TextDocument> many_texts() {
  std::vector<TextDocument> texts;
  for (int d = 0; d < 40; ++d)
    texts.push_back({.text = d % 2 == 0 ? "roses tulips soil rain spade" : "anchors sails tide mast rope",
                     .id = "d" + std::to_string(d),
                     .labels = {d % 2 == 0 ? "land" : "sea"}});
  return texts;
}

inline Options small_options(const char* model) {
  Options options(model);
  options.set("sweeps", 60)
      .set("keep", 5)
      .set("seed", 7)
      .set("threads", 2)
      .set("trace-every", 10)
      .set("chains", 1);
  if (detail::Access::options(options).takes("topics")) options.set("topics", 3);
  return options;
}

inline std::string state_of(const Fit& fit) {
  return open_fit(detail::Access::place(fit)).manifest.at("chains").at(0).at("state_hash").get<std::string>();
}

}  // namespace themata::test
