#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/corpus/import_options.hpp"
#include "themata/io/place.hpp"

namespace themata {

/// A corpus that is joined with others, by its manifest alone: the corpora are opened one after the other.
struct CorpusPart {
  Place path;
  nlohmann::json manifest;

  /// The manifest's "import"; an empty object if there is none, as in a simulated corpus.
  nlohmann::json import() const;
  /// Whether the corpus has the file; "" is its checksum otherwise.
  std::string checksum(const char* file) const;
  /// Whether an id that equals the number of its row may be that number, which the import gave.
  bool may_have_numbers_as_ids() const;
};

/// Reads the manifests. @throws InputError if one is no corpus folder or is given twice, or all have more
/// documents than can be numbered
std::vector<CorpusPart> find_parts(const std::vector<std::string>& folders);

/// Whether all corpora have the same words in the same order.
bool have_one_vocabulary(const std::vector<CorpusPart>& parts);
/// Whether all corpora have the texts of their documents.
bool have_texts(const std::vector<CorpusPart>& parts);

/// The options on which all imports agree and that hold of the joined corpus too. Rules for the words of a
/// whole corpus do not: what is rare in a part may be frequent.
nlohmann::json common_options(const std::vector<CorpusPart>& parts);

/// The manifest's "parts".
nlohmann::json describe(const std::vector<CorpusPart>& parts);

/// Gives `options` the tree of labels that the corpora have, unless they name another.
/// @throws InputError if the trees contradict each other
void take_trees(const std::vector<CorpusPart>& parts, ImportOptions& options);

/// What may make the joined corpus another than that of one import.
std::vector<std::string> warnings_of(const std::vector<CorpusPart>& parts);

}  // namespace themata
