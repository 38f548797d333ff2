#include <fmt/format.h>

#include <cmath>
#include <string>

#include "themata/grid/run.hpp"

namespace themata {

namespace {

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : "NA";
}

/// An option of the fit; NA where its model has no such option.
std::string option(const FitOptions& fit, std::string_view name) {
  if (!fit.takes(name)) return "NA";
  const OptionValue value = fit.get(name);
  const double* number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:g}", *number) : to_text(value);
}

}  // namespace

std::string grid_tsv(const std::vector<CellScore>& scores) {
  std::string text =
      "cell\tmodel\ttopics_asked\ttopics\talpha\tbeta\tgamma\teta\tdelta\tsigma\txi\tzeta\tseed\tlog_p_per_"
      "word\tmc_error\tdraw_error\t"
      "perplexity\tnpmi\texclusivity\tstability\tlog_posterior_per_token\tseconds\n";
  for (const CellScore& score : scores) {
    const FitOptions& fit = score.cell.fit;
    text += fmt::format("{}\t{}\t{}\t{}", score.cell.name, fit.model(), option(fit, "topics"), score.topics);
    for (const char* name : {"alpha", "beta", "gamma", "eta", "delta", "sigma", "xi", "zeta", "seed"})
      text += "\t" + option(fit, name);
    text +=
        fmt::format("\t{:.6f}\t{:.6f}\t{}\t{:.4f}\t{}\t{}\t{}\t{:.6f}\t{:.1f}\n", score.per_word,
                    score.mc_error, number(score.draw_error), std::exp(-score.per_word), number(score.npmi),
                    number(score.exclusivity), number(score.stability), score.log_posterior, score.seconds);
  }
  return text;
}

}  // namespace themata
