#include <fmt/core.h>

#include <map>
#include <string>

#include "themata/io/atomic_file.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/trace_file.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

void write_topic_counts(const FitFolder& fit) {
  const FitOptions options =
      options_from_json(fit.manifest.at("options"), (fit.path / "manifest.json").string());
  std::map<std::size_t, std::size_t> rows;
  std::size_t total = 0;
  for (const std::uint32_t chain : fit.chains()) {
    const Trace trace = read_trace(trace_path(fit.path, chain));
    const std::vector<double>& topics = trace.column("topics");
    for (std::size_t i = trace.first_after(options.burn_in); i < topics.size(); ++i) {
      ++rows[static_cast<std::size_t>(topics[i])];
      ++total;
    }
  }
  std::string text = "topics\tshare\n";
  for (const auto& [topics, count] : rows)
    text += fmt::format("{}\t{:.6f}\n", topics, static_cast<double>(count) / static_cast<double>(total));
  write_file_atomically(fit.path / "topic-count.tsv", text);
}

}  // namespace themata
