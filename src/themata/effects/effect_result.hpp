#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/estimate.hpp"

namespace themata {

/// How the effects of metadata are asked for.
struct EffectOptions {
  std::string formula = {};                 ///< `~ s(year) + party` (effects/formula.hpp)
  std::vector<std::size_t> topics = {};     ///< their numbers; none: all, or the 100 largest
  std::vector<std::string> contrasts = {};  ///< "party=D,R": the first value less the second
  std::map<std::string, std::string> references =
      {};                          ///< of factors: the level that others are compared with
  double interval = .9;            ///< probability of the intervals
  bool leave_out_missing = false;  ///< documents that lack a field; otherwise they are an error
  std::size_t draws = 400;         ///< of the coefficients, at least, over all kept draws
};

/// A topic that effects are given for.
struct EffectTopic {
  std::size_t number = 0;
  std::string name = {};                ///< its label; "" where topics have none
  std::vector<std::string> words = {};  ///< the most probable
  double proportion = 0;                ///< mean of theta over the documents that are used
  std::size_t draws = 0;                ///< kept draws in which it is found
  bool everywhere = true;  ///< found in at least half of the draws of every chain; else no effects
};

/// The first value of a variable less the second, all else as it is.
struct EffectContrast {
  std::string variable = {}, from = {}, to = {};
  std::vector<Estimate> estimates = {};  ///< of each topic
};

/// Mean topic proportions as they would be if all documents had a value of one variable.
struct EffectCurve {
  std::string variable = {};
  bool is_factor = false;
  std::vector<std::string> values = {};               ///< as texts
  std::vector<double> places = {};                    ///< of numbers; dates as years
  std::vector<std::vector<Estimate>> estimates = {};  ///< topics x values
};

/// Topic proportions by documents' metadata: the method of composition over all kept draws of the chains.
/// Of a topic that is not found everywhere all estimates are NaN.
struct EffectResult {
  std::string formula = {};
  double interval = .9;
  std::size_t documents = 0;                    ///< that are used
  std::size_t without_words = 0, left_out = 0;  ///< that are not: empty; without some field
  std::vector<std::uint32_t> chains = {};
  std::size_t kept_draws = 0, draws = 0;  ///< of the fit; of the coefficients
  std::size_t all_topics = 0;             ///< of the draw that is shown
  std::vector<EffectTopic> topics = {};
  std::vector<std::string> columns = {};                 ///< of the regression; the first is the constant
  std::vector<std::vector<Estimate>> coefficients = {};  ///< topics x columns
  std::vector<EffectContrast> contrasts = {};
  std::vector<EffectCurve> curves = {};    ///< of each variable
  std::vector<std::string> warnings = {};  ///< what to know of its terms and lines
};

/// The curves as pictures, an .svg file's text: a panel for each topic and variable.
std::string effect_svg(const EffectResult& result);

}  // namespace themata
