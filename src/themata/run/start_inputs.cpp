#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/start.hpp"
#include "themata/run/input_readers.hpp"
#include "themata/run/mallet_state.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

/// The option that says how many topics there may be.
const char* limit_of(const FitOptions& options) {
  return model_of(options).info().grows ? "max-topics" : "topics";
}

/// Refuses a start that has more topics than the options allow.
void check_topics(const FitOptions& options, const StartTopics& start) {
  const std::uint64_t most = most_start_topics(options);
  if (start.n_topics > most)
    throw UsageError(
        OptionFault{limit_of(options), std::to_string(most),
                    fmt::format("at least {}, the number of topics of `start-from`", start.n_topics)});
}

/// The topics of the last draw of a chain of a fit: the shown chain, unless another is asked for.
StartTopics start_from_fit(const Place& path, std::uint64_t chain, const CorpusFolder& corpus) {
  const FitFolder fit = open_fit(path);
  if (fit.manifest.at("corpus").at("hash") != corpus.hash())
    throw InputError(
        path.string(), 0,
        InputFault{"is a fit of another corpus", fmt::format("a fit of {}", corpus.path.string())});
  const Draw draw = fit.summarized_draw(chain > 0 ? static_cast<std::uint32_t>(chain) : fit.shown_chain());
  if (const auto fault = find_mismatch(draw, corpus.corpus))
    throw InputError(path.string(), 0, "is damaged: " + *fault);
  return start_of(draw);
}

/// What `start-from` names, or memory holds; nothing where neither is.
std::optional<StartTopics> find_start(const FitOptions& options, const CorpusFolder& corpus,
                                      const GivenInputs& in_memory) {
  if (!in_memory.start.empty()) {
    if (const auto fault = find_fault(in_memory.start, corpus.corpus))
      throw UsageError(fmt::format("`start-from` in memory: {}", *fault));
    return in_memory.start;
  }
  const std::string path = options.has("start-from") ? options.text("start-from") : "";
  if (path.empty()) return std::nullopt;
  const std::filesystem::path place(path);
  if (std::filesystem::is_directory(place))
    return start_from_fit(place, options.whole("start-chain"), corpus);
  if (options.whole("start-chain") > 0)
    throw UsageError("`start-chain` needs a fit folder in `start-from`: a state file has one chain");
  StartTopics start = read_mallet_state(path, corpus);
  if (const auto fault = find_fault(start, corpus.corpus)) throw InputError(path, 0, *fault);
  return start;
}

}  // namespace

std::uint64_t most_start_topics(const FitOptions& options) { return options.whole(limit_of(options)); }

void take_start(const FitOptions& options, const CorpusFolder& corpus, const GivenInputs& in_memory,
                Inputs& inputs) {
  std::optional<StartTopics> start = find_start(options, corpus, in_memory);
  if (!start) return;
  check_topics(options, *start);
  if (model_of(options).info().grows) inputs.topics = start->n_topics;
  inputs.given.start = std::make_shared<const StartTopics>(std::move(*start));
}

}  // namespace themata
