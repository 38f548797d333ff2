#include "themata/summaries/summaries.hpp"

#include <algorithm>
#include <filesystem>

#include "themata/diagnose/inefficiency.hpp"
#include "themata/io/scratch.hpp"
#include "themata/store/trace_file.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

namespace {

/// Where the topics of many tokens are while they are summarized: beside the draws that they are read from,
/// since no process has memory for them if several machines have sampled them.
/// @returns empty where they are in memory
std::filesystem::path folder_of_topics(const FitFolder& fit, const CorpusFolder& corpus) {
  constexpr std::uint64_t many = std::uint64_t{1} << 28;
  const bool in_memory = fit.path.in_memory() || Scratch::in_use() || corpus.corpus.n_tokens() < many;
  return in_memory ? std::filesystem::path() : fit.path.path();
}

}  // namespace

std::map<std::uint32_t, UnclearTopics> write_summaries(const FitFolder& fit, const CorpusFolder& corpus,
                                                       Pool& pool) {
  std::map<std::uint32_t, UnclearTopics> unclear;
  const Scratch scratch(folder_of_topics(fit, corpus));
  const ModelInfo& info = fit.plugin().info();
  for (const std::uint32_t chain : fit.chains()) {
    write_counts(fit, corpus, chain);
    if (info.aligned_draws) unclear[chain] = write_posterior(fit, corpus, chain);
    if (info.labels == LabelUse::tree) write_labels_and_words(fit, corpus, chain, pool);
    write_inefficiency(fit, corpus, chain);
  }
  if (!info.aligned_draws) write_topic_counts(fit);
  return unclear;
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
