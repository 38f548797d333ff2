#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "themata/grid/run.hpp"

namespace themata {

namespace {

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : "NA";
}

/// An option of the fit; NA where its model has no such option, or chooses the value from the corpus.
std::string option(const FitOptions& fit, std::string_view name) {
  if (!fit.takes(name)) return "NA";
  const OptionValue value = fit.get(name);
  if (is_automatic(value)) return "NA";
  const double* number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:g}", *number) : to_text(value);
}

/// The axes that have a column of their own name: all but the model and the number of topics, which come
/// first.
std::vector<std::string> axes_with_columns() {
  std::vector<std::string> axes = grid_axes();
  std::erase_if(axes, [](const std::string& axis) { return axis == "model" || axis == "topics"; });
  return axes;
}

}  // namespace

std::string grid_tsv(const std::vector<CellScore>& scores) {
  std::string text = "cell\tmodel\ttopics_asked\ttopics";
  for (const std::string& axis : axes_with_columns()) text += "\t" + axis;
  text +=
      "\tlog_p_per_word\tmc_error\tdraw_error\tperplexity\tnpmi\texclusivity\tstability"
      "\tlog_posterior_per_token\tseconds\n";
  for (const CellScore& score : scores) {
    const FitOptions& fit = score.cell.fit;
    text += fmt::format("{}\t{}\t{}\t{}", score.cell.name, fit.model(), option(fit, "topics"), score.topics);
    for (const std::string& axis : axes_with_columns()) text += fmt::format("\t{}", option(fit, axis));
    text +=
        fmt::format("\t{:.6f}\t{:.6f}\t{}\t{:.4f}\t{}\t{}\t{}\t{:.6f}\t{:.1f}\n", score.per_word,
                    score.mc_error, number(score.draw_error), std::exp(-score.per_word), number(score.npmi),
                    number(score.exclusivity), number(score.stability), score.log_posterior, score.seconds);
  }
  return text;
}

}  // namespace themata
