#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <string>

#include "themata/grid/run.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : "NA";
}

/// Hyperparameters that some models have, with tabs between; NA for others.
std::string numbers_of(bool has, std::initializer_list<double> numbers) {
  std::string text;
  for (const double each : numbers)
    text += fmt::format("{}{}", text.empty() ? "" : "\t", has ? fmt::format("{:g}", each) : "NA");
  return text;
}

}  // namespace

std::string grid_tsv(const std::vector<CellScore>& scores) {
  std::string text =
      "cell\tmodel\ttopics_asked\ttopics\talpha\tbeta\tgamma\teta\tdelta\tsigma\txi\tzeta\tseed\tlog_p_per_"
      "word\tmc_error\tdraw_error\t"
      "perplexity\tnpmi\texclusivity\tstability\tlog_posterior_per_token\tseconds\n";
  for (const CellScore& score : scores) {
    const FitOptions& fit = score.cell.fit;
    const ModelInfo& info = find_model(fit.model).info();
    text += fmt::format("{}\t{}\t{}\t{}\t{:g}\t{:g}\t{:g}\t{}\t{}\t{}\t", score.cell.name, fit.model,
                        fit.topics, score.topics, fit.alpha, fit.beta, fit.gamma,
                        numbers_of(info.masks_topics, {fit.eta, fit.delta, fit.sigma}),
                        numbers_of(info.masks_words, {fit.xi, fit.zeta}), fit.seed);
    text +=
        fmt::format("{:.6f}\t{:.6f}\t{}\t{:.4f}\t{}\t{}\t{}\t{:.6f}\t{:.1f}\n", score.per_word,
                    score.mc_error, number(score.draw_error), std::exp(-score.per_word), number(score.npmi),
                    number(score.exclusivity), number(score.stability), score.log_posterior, score.seconds);
  }
  return text;
}

}  // namespace themata
