#include "themata/store/start_file.hpp"

#include <fmt/core.h>

#include <span>
#include <string>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/models/start.hpp"

namespace themata {

Place start_path(const Place& fit) { return fit / "start.npz"; }

void write_start(const Place& path, const StartTopics& start) {
  NpzWriter npz;
  npz.add("z", std::span<const std::uint16_t>(start.topics), {start.topics.size()});
  npz.add_scalar("topics", std::uint64_t{start.n_topics});
  npz.add("weights", std::span<const double>(start.weights), {start.weights.size()});
  npz.add("seat", std::span<const std::uint32_t>(start.seats), {start.seats.size()});
  for (const auto& [name, value] : start.hyperparameters) npz.add_scalar(name, value);
  npz.write(path);
}

std::shared_ptr<const StartTopics> read_start(const Place& path, const Corpus& corpus,
                                              std::uint64_t most_topics) {
  const NpzReader npz(path);
  StartTopics start;
  start.topics = npz.read<std::uint16_t, LargeVector<std::uint16_t>>("z");
  start.n_topics = npz.read_scalar<std::uint64_t>("topics");
  start.weights = npz.read<double>("weights");
  start.seats = npz.read<std::uint32_t>("seat");
  for (const std::string& name : start_hyper_names())
    if (npz.has(name)) start.hyperparameters[name] = npz.read_scalar<double>(name);
  if (const auto fault = find_fault(start, corpus))
    throw InputError(path.string(), 0, "is damaged: " + *fault);
  if (start.n_topics > most_topics)
    throw InputError(
        path.string(), 0,
        fmt::format("is damaged: it has {} topics; the fit has up to {}", start.n_topics, most_topics));
  return std::make_shared<const StartTopics>(std::move(start));
}

}  // namespace themata
