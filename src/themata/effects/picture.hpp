#pragma once

#include <string>
#include <vector>

#include "themata/effects/effect_result.hpp"

namespace themata {

/// Estimates with their intervals along one axis.
struct BandPanel {
  std::string title = {}, axis = {};
  std::vector<std::string> labels = {};  ///< of the estimates
  std::vector<double> places = {};  ///< on the axis; none: one after the other, as dots and not as a line
  std::vector<Estimate> estimates = {};
};

/// An .svg file's text: panels in rows of two, all on scales of their own that begin at 0 or below.
std::string bands_svg(const std::vector<BandPanel>& panels, const std::string& title);

}  // namespace themata
