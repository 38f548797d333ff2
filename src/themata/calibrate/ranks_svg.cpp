#include <fmt/core.h>

#include <algorithm>

#include "themata/calibrate/selftest.hpp"

namespace themata {

namespace {

// In pixels. One panel per quantity, `rank_columns` panels per row, one heading per model.
constexpr int rank_columns = 4, rank_panel_width = 210, rank_panel_height = 130, rank_heading = 34,
              bar_width = 9, bars_left = 12, bars_height = 84, bars_top = 24, rank_margin = 12;

int rows_of(const SelfTest& test) {
  return (static_cast<int>(test.tests.size()) + rank_columns - 1) / rank_columns;
}

std::string heading_of(const SelfTest& test) {
  std::string text = fmt::format("{}, {}", test.fit.model(), test.fit.text("sampler"));
  for (const Field* field : sampler_fields(test.fit))
    if (field->name != "sampler" && test.fit.get(field->name) != test.fit.otherwise(field->name))
      text += fmt::format(", {} {}", field->name, to_text(test.fit.get(field->name)));
  return fmt::format("{}: {} data sets, ranks among {} draws", text, test.run.data_sets, test.run.draws);
}

/// The upper left corner of a panel, and the count at the top of its scale.
struct RankPanel {
  int x, y;
  double most;

  double height(double count) const { return bars_height * count / most; }
  double at(double count) const { return y + bars_top + bars_height - height(count); }
};

std::string panel_svg(const RankPanel& panel, const RankTest& test, Band band, double expected) {
  const double p = uniformity_p(test);
  std::string svg =
      fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{} (p = {:.2g})</text>\n", panel.x + bars_left,
                  panel.y + 16, p > least_uniformity_p ? "name" : "bad", test.name, p);
  const int width = bar_width * static_cast<int>(rank_bins), left = panel.x + bars_left;
  svg += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" class=\"band\"/>\n", left,
                     panel.at(band.highest), width, panel.height(band.highest - band.lowest));
  const std::vector<std::uint32_t> bins = binned(test);
  for (std::size_t b = 0; b < bins.size(); ++b)
    svg += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" class=\"bar\"/>\n",
                       left + bar_width * static_cast<int>(b), panel.at(bins[b]), bar_width - 1,
                       panel.height(bins[b]));
  return svg + fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"expected\"/>\n",
                           left, left + width, panel.at(expected));
}

std::string model_svg(const SelfTest& test, int top) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" class=\"heading\">{}</text>\n", rank_margin,
                                top + 22, heading_of(test));
  const Band band = bin_band(test.run.data_sets);
  double most = band.highest;
  for (const RankTest& one : test.tests)
    for (const std::uint32_t count : binned(one)) most = std::max(most, static_cast<double>(count));
  for (std::size_t q = 0; q < test.tests.size(); ++q) {
    const int column = static_cast<int>(q) % rank_columns, row = static_cast<int>(q) / rank_columns;
    const RankPanel panel{rank_margin + column * rank_panel_width,
                          top + rank_heading + row * rank_panel_height, most};
    svg += panel_svg(panel, test.tests[q], band, static_cast<double>(test.run.data_sets) / rank_bins);
  }
  return svg;
}

}  // namespace

std::string ranks_svg(const std::vector<SelfTest>& tests) {
  std::string body;
  int top = rank_margin;
  for (const SelfTest& test : tests) {
    body += model_svg(test, top);
    top += rank_heading + rows_of(test) * rank_panel_height;
  }
  const int width = 2 * rank_margin + rank_columns * rank_panel_width, height = top + rank_heading;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<title>Simulation-based calibration: ranks of the true values among the sampler's draws</title>\n"
      "<style>text {{ font: 12px sans-serif; fill: #222; }} .heading {{ font-weight: bold; font-size: 14px; "
      "}} "
      ".bad {{ fill: #a00; font-weight: bold; }} .bar {{ fill: #1b6a8f; fill-opacity: .8; }} "
      ".band {{ fill: #d9d9d9; }} .expected {{ stroke: #222; }}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "{2}<text x=\"{3}\" y=\"{4}\">Gray: range of a bar of a correct sampler, with probability 99%. Line: "
      "expected count.</text>\n</svg>\n",
      width, height, body, rank_margin, top + 20);
}

}  // namespace themata
