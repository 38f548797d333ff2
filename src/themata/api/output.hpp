#pragma once

#include <map>
#include <string>
#include <string_view>

#include "themata/api/fit.hpp"
#include "themata/exports/options.hpp"

namespace themata {

/// Files in memory: their bytes by their names.
using ExportedFiles = std::map<std::string, std::string>;

/// A fit in the format of another tool, one of fit_formats() (docs/guide/export.md). The main file is named
/// as the format ("doc-topics"); some formats have files beside it ("doc-topics.ids.txt").
/// @throws UsageError if there is no such format, or the fit cannot be written in it
ExportedFiles exported(const Fit& fit, std::string_view format, const ExportOptions& options = {},
                       ChainNumber chain = {});
/// A collection in one of corpus_formats(), with its vocabulary in "FORMAT.vocab.txt" where the format has no
/// words.
ExportedFiles exported(const Collection& collection, std::string_view format);

/// Writes the same to the disk: FILE, and what is beside it ("FILE.ids.txt"). @throws as above; ResourceError
void export_fit(const Fit& fit, std::string_view format, const std::string& file,
                const ExportOptions& options = {}, ChainNumber chain = {});
void export_collection(const Collection& collection, std::string_view format, const std::string& file);

/// Everything that the folder of a collection or a fit holds, by the files' names there, the collection of a
/// fit included: what another process needs to go on with it.
ExportedFiles files_of(const Collection& collection);
ExportedFiles files_of(const Fit& fit);
/// The same again, in memory. @throws InputError where they are damaged
Collection collection_of(const ExportedFiles& files);
Fit fit_of(const ExportedFiles& files);

/// The report of a fit: one HTML page that opens in any browser, offline.
std::string report(const Fit& fit, ChainNumber chain = {});

}  // namespace themata
