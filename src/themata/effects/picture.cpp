#include "themata/effects/picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/effects/effect_result.hpp"
#include "themata/effects/trends_result.hpp"
#include "themata/io/svg.hpp"

namespace themata {

namespace {

// In pixels.
constexpr double panel_width = 400, panel_height = 240, left = 56, right = 16, top = 34, bottom = 50,
                 letter = 7;
constexpr std::size_t longest_label = 14, longest_title = 50;

/// At most so many characters of UTF-8.
std::string cut(const std::string& text, std::size_t most) {
  std::size_t characters = 0, i = 0;
  for (; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80) continue;
    if (characters++ == most) break;
  }
  return i < text.size() ? text.substr(0, i) + "…" : text;
}

/// A panel's place and its scales.
class Frame {
 public:
  Frame(const BandPanel& panel, double x, double y) : panel_(panel), x_(x), y_(y) {
    for (const Estimate& estimate : panel.estimates) {
      low_ = std::min(low_, estimate.low);
      high_ = std::max(high_, estimate.high);
    }
    if (!is_axis(low_, high_)) high_ = low_ + 0.01;
    high_ += 0.05 * (high_ - low_);
  }

  double x(std::size_t i) const {
    const double width = panel_width - left - right, n = static_cast<double>(panel_.estimates.size());
    if (panel_.places.empty()) return x_ + left + width * (static_cast<double>(i) + 0.5) / n;
    const double first = panel_.places.front(), span = panel_.places.back() - first;
    return x_ + left + (span > 0 ? width * (panel_.places[i] - first) / span : width / 2);
  }
  double y(double value) const {
    return y_ + top + (panel_height - top - bottom) * (high_ - value) / (high_ - low_);
  }

  std::string axes() const {
    std::string svg = fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"title\">{}</text>\n", x_ + left,
                                  y_ + 20, svg_text(cut(panel_.title, longest_title)));
    const double step = round_step(high_ - low_);
    // In percent.
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(100 * step) + 1e-9)));
    for (const double value : round_values(low_, high_))
      svg += fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"grid\"/>\n"
          "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.{6}f}%</text>\n",
          x_ + left, x_ + panel_width - right, y(value), x_ + left - 6, y(value) + 4, 100 * value, decimals);
    return svg + labels() +
           fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                       x_ + (left + panel_width - right) / 2, y_ + panel_height - bottom + 34,
                       svg_text(cut(panel_.axis, longest_title)));
  }

  std::string marks() const {
    std::string svg;
    if (!panel_.places.empty() && panel_.estimates.size() > 1) {
      std::string band, line;
      for (std::size_t i = 0; i < panel_.estimates.size(); ++i) {
        band += fmt::format("{:.1f},{:.1f} ", x(i), y(panel_.estimates[i].low));
        line += fmt::format("{:.1f},{:.1f} ", x(i), y(panel_.estimates[i].mean));
      }
      for (std::size_t i = panel_.estimates.size(); i-- > 0;)
        band += fmt::format("{:.1f},{:.1f} ", x(i), y(panel_.estimates[i].high));
      return fmt::format(
          "<polygon points=\"{}\" class=\"band\"/>\n<polyline points=\"{}\" class=\"mean\"/>\n", band, line);
    }
    for (std::size_t i = 0; i < panel_.estimates.size(); ++i)
      svg += fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" class=\"mean\"/>\n"
          "<circle cx=\"{0:.1f}\" cy=\"{3:.1f}\" r=\"3\" fill=\"#0072b2\"/>\n",
          x(i), y(panel_.estimates[i].low), y(panel_.estimates[i].high), y(panel_.estimates[i].mean));
    return svg;
  }

 private:
  /// As many labels as there is room for.
  std::string labels() const {
    std::size_t longest = 1;
    for (const std::string& label : panel_.labels)
      longest = std::max(longest, std::min(label.size(), longest_label) + 2);
    std::string svg;
    double next = -1e9;
    for (std::size_t i = 0; i < panel_.labels.size(); ++i) {
      if (x(i) < next) continue;
      next = x(i) + letter * static_cast<double>(longest);
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x(i),
                         y_ + panel_height - bottom + 18, svg_text(cut(panel_.labels[i], longest_label)));
    }
    return svg;
  }

  const BandPanel& panel_;
  double x_, y_, low_ = 0, high_ = 0;
};

std::string title_of(const EffectTopic& topic) {
  std::string title = fmt::format("{}", topic.number);
  if (!topic.name.empty()) return title + ": " + topic.name;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, topic.words.size()); ++i)
    title += (i == 0 ? ": " : " ") + topic.words[i];
  return title;
}

}  // namespace

std::string bands_svg(const std::vector<BandPanel>& panels, const std::string& title) {
  std::string body;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t row = i / 2, column = i % 2;
    const Frame frame(panels[i], panel_width * static_cast<double>(column),
                      panel_height * static_cast<double>(row));
    body += frame.axes() + frame.marks();
  }
  const std::size_t rows = (panels.size() + 1) / 2;
  const double width = panels.size() > 1 ? 2 * panel_width : panel_width,
               height = panel_height * static_cast<double>(rows);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" style=\"max-width: 100%; height: auto\">\n<title>{2}</title>\n"
      "<style>text {{ font: 12px sans-serif; fill: #222; }} .title {{ font-weight: bold; }} "
      ".grid {{ stroke: #ddd; }} .band {{ fill: #0072b2; fill-opacity: .2; }} "
      ".mean {{ stroke: #0072b2; stroke-width: 1.5; fill: none; }}</style>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n{3}</svg>\n",
      width, height, svg_text(title), body);
}

std::string effect_svg(const EffectResult& result) {
  std::vector<BandPanel> panels;
  for (std::size_t i = 0; i < result.topics.size(); ++i)
    for (const EffectCurve& curve : result.curves)
      if (result.topics[i].everywhere)
        panels.push_back({title_of(result.topics[i]), curve.variable, curve.values,
                          curve.is_factor ? std::vector<double>() : curve.places, curve.estimates[i]});
  return bands_svg(panels, fmt::format("Topic proportions: {}", result.formula));
}

std::string trends_svg(const TrendsResult& result) {
  std::vector<BandPanel> panels;
  for (std::size_t i = 0; i < result.topics.size(); ++i) {
    if (!result.topics[i].everywhere) continue;
    BandPanel panel{title_of(result.topics[i]), result.by, {}, {}, {}};
    for (std::size_t t = 0; t < result.periods.size(); ++t) {
      panel.labels.push_back(result.periods[t].name);
      panel.estimates.push_back(result.cells[i][t].proportion);
    }
    panels.push_back(std::move(panel));
  }
  return bands_svg(panels, "Topic proportions by " + result.by);
}

}  // namespace themata
