#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "themata/grid/run.hpp"
#include "themata/io/svg.hpp"

namespace themata {

namespace {

// In pixels.
constexpr double panel_width = 400, panel_height = 270, left = 64, right = 16, top = 34, bottom = 50,
                 legend_line = 18;
// Told apart by most people who do not see all colors (Okabe & Ito 2008), and used in turn.
constexpr std::array<const char*, 7> colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#56b4e9", "#e69f00", "#000000"};

/// What one panel shows of a cell.
struct Measure {
  std::string title;
  std::optional<double> (*value)(const CellScore&);
  std::optional<double> (*error)(const CellScore&);

  std::optional<double> value_of(const CellScore& score) const { return finite(value(score)); }
  std::optional<double> error_of(const CellScore& score) const { return finite(error(score)); }

 private:
  /// Numbers that a picture has a place for.
  static std::optional<double> finite(std::optional<double> number) {
    return number && std::isfinite(*number) ? number : std::nullopt;
  }
};

std::optional<double> nothing(const CellScore&) { return std::nullopt; }

std::vector<Measure> measures() {
  return {{"held-out log p per word (bars: 2 errors)",
           [](const CellScore& s) { return std::optional(s.per_word); },
           [](const CellScore& s) { return s.draw_error; }},
          {"NPMI, mean over topics", [](const CellScore& s) { return s.npmi; }, nothing},
          {"exclusivity, mean over topics", [](const CellScore& s) { return s.exclusivity; }, nothing},
          {"stability: similarity to other seeds", [](const CellScore& s) { return s.stability; }, nothing}};
}

/// A cell's place: its tick, from 0, and its line.
struct Spot {
  std::size_t tick = 0, line = 0;
};

struct Layout {
  std::vector<std::string> ticks, lines;
  std::vector<Spot> places;  ///< of each score
  std::string axis;          ///< what the ticks are
};

std::size_t number_of(std::vector<std::string>& names, const std::string& name) {
  const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (place == names.size()) names.push_back(name);
  return place;
}

std::string value_of(const FitOptions& fit, const std::string& option) {
  if (option == "model") return fit.model();
  return fit.takes(option) ? to_text(fit.get(option)) : "none";
}

/// The axes along which models differ: those of several values, less the seed.
std::vector<std::string> varied_axes(const GridOptions& options) {
  std::vector<std::string> varied;
  for (const GridOptions::Axis& axis : options.axes)
    if (axis.values.size() > 1 && axis.option != "seed") varied.push_back(axis.option);
  return varied;
}

/// The topics run along the ticks where they vary, else the first axis that does; the others make lines.
Layout layout_of(const GridOptions& options, const std::vector<CellScore>& scores) {
  std::vector<std::string> varied = varied_axes(options);
  const auto topics = std::find(varied.begin(), varied.end(), "topics");
  if (topics != varied.end()) std::rotate(varied.begin(), topics, topics + 1);
  Layout layout;
  if (!varied.empty()) layout.axis = varied.front() == "topics" ? "number of topics" : varied.front();
  for (const CellScore& score : scores) {
    const std::string tick = varied.empty() ? score.cell.model : value_of(score.cell.fit, varied.front());
    std::string line;
    for (std::size_t a = 1; a < varied.size(); ++a)
      line += fmt::format("{}{} {}", a == 1 ? "" : ", ", varied[a], value_of(score.cell.fit, varied[a]));
    layout.places.push_back({number_of(layout.ticks, tick), number_of(layout.lines, line)});
  }
  return layout;
}

/// From numbers to pixels.
struct Scale {
  double x0, y0, low, high;
  std::size_t n_ticks;

  double x(std::size_t tick) const {
    const double width = panel_width - left - right;
    return x0 + left + width * (static_cast<double>(tick) + 0.5) / static_cast<double>(n_ticks);
  }
  double y(double value) const {
    return y0 + top + (panel_height - top - bottom) * (high - value) / (high - low);
  }
};

/// Every how many ticks have room for their labels.
std::size_t labeled_ticks(const Layout& layout) {
  constexpr double letter = 8, room = panel_width - left - right;
  std::size_t longest = 1;
  for (const std::string& tick : layout.ticks) longest = std::max(longest, tick.size() + 1);
  const double wanted = letter * static_cast<double>(longest * layout.ticks.size());
  return static_cast<std::size_t>(std::ceil(wanted / room));
}

/// Lines at round values of the scale, and the ticks.
std::string axes_svg(const Scale& scale, const Layout& layout, const std::string& title) {
  std::string svg = fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"title\">{}</text>\n",
                                scale.x0 + left, scale.y0 + 20, title);
  const double step = round_step(scale.high - scale.low);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step))));
  for (const double value : round_values(scale.low, scale.high)) {
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"grid\"/>\n",
                       scale.x0 + left, scale.x0 + panel_width - right, scale.y(value));
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.{}f}</text>\n",
                       scale.x0 + left - 6, scale.y(value) + 4, value, decimals);
  }
  for (std::size_t t = 0; t < layout.ticks.size(); t += labeled_ticks(layout))
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", scale.x(t),
                       scale.y0 + panel_height - bottom + 18, svg_text(layout.ticks[t]));
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                     scale.x0 + (left + panel_width - right) / 2, scale.y0 + panel_height - bottom + 34,
                     layout.axis);
  return svg;
}

std::string dot_svg(const Scale& scale, const Spot& place, double value, std::optional<double> error) {
  const char* color = colors[place.line % colors.size()];
  std::string svg = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                                scale.x(place.tick), scale.y(value), color);
  if (error)
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n",
                       scale.x(place.tick), scale.y(value - 2 * *error), scale.y(value + 2 * *error), color);
  return svg;
}

/// A line through the means over seeds.
std::string means_svg(const Scale& scale, std::size_t line,
                      const std::map<std::size_t, std::vector<double>>& by_tick) {
  std::string points;
  for (const auto& [tick, values] : by_tick) {
    double mean = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    points += fmt::format("{:.1f},{:.1f} ", scale.x(tick), scale.y(mean));
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\"/>\n", points,
                     colors[line % colors.size()]);
}

std::string panel_svg(const Measure& measure, const Layout& layout, const std::vector<CellScore>& scores,
                      std::array<double, 2> corner) {
  double low = INFINITY, high = -INFINITY;
  std::map<std::size_t, std::map<std::size_t, std::vector<double>>> lines;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto value = measure.value_of(scores[i]);
    if (!value) continue;
    const double around = 2 * measure.error_of(scores[i]).value_or(0);
    low = std::min(low, *value - around);
    high = std::max(high, *value + around);
    lines[layout.places[i].line][layout.places[i].tick].push_back(*value);
  }
  if (lines.empty())
    return fmt::format(
        "<text x=\"{0:.0f}\" y=\"{1:.0f}\" class=\"title\">{2}</text>\n"
        "<text x=\"{0:.0f}\" y=\"{3:.0f}\">only one seed: nothing to compare</text>\n",
        corner[0] + left, corner[1] + 20, measure.title, corner[1] + 44);
  const double margin = 0.05 * (is_axis(low, high) ? high - low : std::max(1e-3, std::abs(high)));
  const Scale scale{corner[0], corner[1], low - margin, high + margin, layout.ticks.size()};
  std::string svg = axes_svg(scale, layout, measure.title);
  if (layout.ticks.size() > 1)
    for (const auto& [line, by_tick] : lines) svg += means_svg(scale, line, by_tick);
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (const auto value = measure.value_of(scores[i]))
      svg += dot_svg(scale, layout.places[i], *value, measure.error_of(scores[i]));
  return svg;
}

std::string legend_svg(const Layout& layout, double y) {
  std::string svg;
  if (layout.lines.size() < 2) return svg;
  for (std::size_t i = 0; i < layout.lines.size(); ++i) {
    const double at = y + legend_line * static_cast<double>(i);
    svg += fmt::format("<circle cx=\"{:.0f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", left, at - 4,
                       colors[i % colors.size()]);
    svg +=
        fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", left + 12, at, svg_text(layout.lines[i]));
  }
  return svg;
}

}  // namespace

std::string grid_svg(const GridOptions& options, const std::vector<CellScore>& scores) {
  const Layout layout = layout_of(options, scores);
  std::string body;
  std::size_t i = 0;
  for (const Measure& measure : measures()) {
    const std::size_t column = i % 2, row = i / 2;
    body += panel_svg(measure, layout, scores,
                      {panel_width * static_cast<double>(column), panel_height * static_cast<double>(row)});
    ++i;
  }
  const double legend = 2 * panel_height + 20;
  body += legend_svg(layout, legend);
  const double height = legend + legend_line * static_cast<double>(layout.lines.size());
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "style=\"width: 100%; max-width: {0:.0f}px; height: auto\">\n"
      "<title>A grid of models: held-out likelihood, coherence, exclusivity, stability</title>\n"
      "<style>text {{ font: 12px sans-serif; fill: #222; }} .title {{ font-weight: bold; }} .grid {{ stroke: "
      "#ddd; }}"
      "</style>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n{2}</svg>\n",
      2 * panel_width, height, body);
}

}  // namespace themata
