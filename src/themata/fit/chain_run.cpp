#include "themata/fit/chain_run.hpp"

#include <fmt/format.h>

#include <limits>

#include "themata/io/error.hpp"
#include "themata/version.hpp"

namespace themata {

double ChainJob::time_limit() const {
  return options.time_limit > 0 ? options.time_limit / static_cast<double>(options.chains)
                                : std::numeric_limits<double>::infinity();
}

std::string trace_comments(const ChainJob& job) {
  return fmt::format("# engine = themata {}\n# model = {}\n# sampler = {}\n# chain = {}\n# seed = {}\n",
                     version(), job.options.model, job.options.sampler, job.chain, job.options.seed);
}

std::string sampling_comments(const ChainJob& job) {
  return fmt::format("# num_samples = {}\n# num_warmup = {}\n# save_warmup = 1\n# thin = {}\n",
                     job.options.sweeps - job.options.burn_in, job.options.burn_in, job.options.trace_every);
}

MonitorPlace monitor_place(const ChainJob& job) {
  return {job.path, job.chain, job.corpus, job.options, trace_comments(job)};
}

Draw read_checkpoint(const ChainJob& job) {
  const std::filesystem::path path = checkpoint_path(job.path, job.chain);
  Draw draw = read_draw(path);
  const auto refuse = [&](const std::string& what) { throw InputError(path.string(), 0, what); };
  if (draw.z.size() != job.corpus.n_tokens())
    refuse(fmt::format("holds {} topics of tokens; the corpus has {} tokens", draw.z.size(),
                       job.corpus.n_tokens()));
  if (job.options.model == "hdp" ? draw.psi.empty() : draw.alpha.size() != job.options.topics)
    refuse(fmt::format("does not hold a state of model {} with these options", job.options.model));
  return draw;
}

}  // namespace themata
