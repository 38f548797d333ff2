#pragma once

#include <string>
#include <string_view>

#include "themata/api/fit.hpp"
#include "themata/exports/options.hpp"

namespace themata {

/// Writes a fit in the format of another tool, one of fit_formats() (docs/guide/export.md).
/// @throws UsageError if there is no such format, or the fit cannot be written in it; ResourceError
void export_fit(const Fit& fit, std::string_view format, const std::string& file,
                const ExportOptions& options = {});

/// Writes a collection in one of corpus_formats(), with its vocabulary in FILE.vocab.txt where the format has no words.
void export_collection(const Collection& collection, std::string_view format, const std::string& file);

/// The report of a fit: one HTML page that opens in any browser, offline.
std::string report(const Fit& fit);

}  // namespace themata
