#include "themata/summaries/summaries.hpp"

#include <algorithm>

#include "themata/diagnose/inefficiency.hpp"
#include "themata/store/trace_file.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

void write_summaries(const FitFolder& fit, const CorpusFolder& corpus, Pool& pool) {
  const ModelInfo& info = fit.plugin().info();
  for (const std::uint32_t chain : fit.chains()) {
    write_counts(fit, corpus, chain);
    if (info.aligned_draws) write_posterior(fit, corpus, chain);
    if (info.labels == LabelUse::tree) write_labels_and_words(fit, corpus, chain, pool);
    write_inefficiency(fit, corpus, chain);
  }
  if (!info.aligned_draws) write_topic_counts(fit);
}

std::uint64_t most_flag_tokens(const FitFolder& fit, const FitOptions& options, std::size_t flag) {
  std::uint64_t most = 0;
  for (const std::uint32_t chain : fit.chains()) {
    const Trace trace = read_trace(trace_path(fit.path, chain));
    const std::vector<double>& tokens = trace.column("flag_tokens");
    for (std::size_t i = trace.first_after(options.burn_in); i < tokens.size(); ++i)
      most = std::max(most, static_cast<std::uint64_t>(tokens[i]));
    for (const std::uint64_t sweep : fit.kept_sweeps(chain)) {
      const Draw draw = fit.draw(chain, sweep);
      most = std::max<std::uint64_t>(most, std::count(draw.z.begin(), draw.z.end(), flag));
    }
  }
  return most;
}

}  // namespace themata
