#include "themata/api/output.hpp"

#include <fmt/core.h>

#include <memory>
#include <optional>

#include "themata/api/access.hpp"
#include "themata/exports/exports.hpp"
#include "themata/report/report.hpp"
#include "themata/store/manifest.hpp"

namespace themata {

namespace {

using detail::Access;

ExportedFiles files_in_memory(const Place& place) {
  ExportedFiles files;
  for (const std::string& name : place.memory().names()) files[name] = *place.memory().get(name);
  return files;
}

void write_fit(const Fit& fit, std::string_view format, const Place& file, const ExportOptions& options,
               ChainNumber chain) {
  ExportOptions of_chain = options;
  of_chain.chain = chain;
  export_fit(open_shown_fit(Access::folder(fit), chain), format, of_chain, file);
}

/// The files of a folder in memory, and a place that shares them where it is there already.
Place in_memory(const Place& folder) {
  Place copy(std::make_shared<MemoryFiles>());
  copy_files(folder, copy);
  return copy;
}

Place with_files(const ExportedFiles& files) {
  const auto memory = std::make_shared<MemoryFiles>();
  for (const auto& [name, bytes] : files) memory->put(name, bytes);
  return Place(memory);
}

}  // namespace

ExportedFiles exported(const Fit& fit, std::string_view format, const ExportOptions& options,
                       ChainNumber chain) {
  const Place place(std::make_shared<MemoryFiles>());
  write_fit(fit, format, place / std::string(format), options, chain);
  return files_in_memory(place);
}

ExportedFiles exported(const Collection& collection, std::string_view format) {
  const Place place(std::make_shared<MemoryFiles>());
  export_corpus(Access::corpus(collection), format, place / std::string(format));
  return files_in_memory(place);
}

void export_fit(const Fit& fit, std::string_view format, const std::string& file,
                const ExportOptions& options, ChainNumber chain) {
  write_fit(fit, format, Place(file), options, chain);
}

void export_collection(const Collection& collection, std::string_view format, const std::string& file) {
  export_corpus(Access::corpus(collection), format, Place(file));
}

ExportedFiles files_of(const Collection& collection) {
  return files_in_memory(in_memory(Access::corpus(collection).path));
}

ExportedFiles files_of(const Fit& fit) {
  FitFolder folder = Access::folder(fit);
  const Place copy = in_memory(folder.path);
  nlohmann::json& path = folder.manifest.at("corpus").at("path");
  if (!exists(copy / path.get<std::string>())) {
    copy_files(Access::corpus(fit.collection()).path, copy / "corpus");
    path = "corpus";
    copy.memory().put("manifest.json", with_own_checksum(folder.manifest));
  }
  return files_in_memory(copy);
}

Collection collection_of(const ExportedFiles& files) {
  return Access::collection(std::make_shared<const CorpusFolder>(open_corpus(with_files(files))));
}

Fit fit_of(const ExportedFiles& files) {
  Fit fit = Access::fit(with_files(files));
  Access::folder(fit);  // refuses what is no fit
  return fit;
}

std::string report(const Fit& fit, ChainNumber chain, const ReportChoices& choices) {
  ShownFit shown = open_shown_fit(Access::folder(fit), chain);
  const std::size_t topics = shown.draw.n_topics();
  if (!choices.names.empty() && choices.names.size() != topics)
    throw UsageError(fmt::format("`names` has {} names; expected one for each of {} topics, or none",
                                 choices.names.size(), topics));
  if (!choices.names.empty()) shown.given.topic_names = choices.names;
  ReportOptions options;
  if (choices.documents) options.limits.sampled = *choices.documents;
  if (choices.other) options.other = RunChoice{Access::folder(*choices.other), std::nullopt};
  return report_page(report_data(shown, options));
}

}  // namespace themata
