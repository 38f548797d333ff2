#include "themata/api/output.hpp"

#include "themata/exports/exports.hpp"
#include "themata/report/report.hpp"

namespace themata {

void export_fit(const Fit& fit, std::string_view format, const std::string& file,
                const ExportOptions& options) {
  export_fit(open_shown_fit(fit.place(), std::nullopt), format, options, Place(file));
}

void export_collection(const Collection& collection, std::string_view format, const std::string& file) {
  export_corpus(collection.corpus(), format, Place(file));
}

std::string report(const Fit& fit) {
  return report_page(report_data(open_shown_fit(fit.place(), std::nullopt)));
}

}  // namespace themata
