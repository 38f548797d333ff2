#include "themata/api/output.hpp"

#include <memory>

#include "themata/api/access.hpp"
#include "themata/exports/exports.hpp"
#include "themata/report/report.hpp"

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
  export_fit(open_shown_fit(Access::folder(fit), chain), format, options, file);
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

std::string report(const Fit& fit, ChainNumber chain) {
  return report_page(report_data(open_shown_fit(Access::folder(fit), chain)));
}

}  // namespace themata
