#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// What a report shows beside the fit.
struct ReportChoices {
  std::vector<std::string> names = {};  ///< of all topics, "" for none; empty for those that the fit has
  std::optional<std::uint64_t> documents = {};  ///< drawn at random, beside the leading ones of topics
  std::optional<Fit> other = {};                ///< a fit to compare with
};

/// The report of a fit: one HTML page that opens in any browser, offline.
/// @throws UsageError if there are not as many names as topics; InputError if the vocabularies of both fits
/// differ
std::string report(const Fit& fit, ChainNumber chain = {}, const ReportChoices& choices = {});

}  // namespace themata
