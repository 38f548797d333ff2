#include "themata/store/corpus_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/store/checked_files.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json options_of(const json& import) { return import.value("options", json::object()); }

/// Whether the import may have numbered documents that had no id.
bool may_number(const json& import) {
  const json options = options_of(import);
  if (options.contains("id")) return false;
  const json format = options.value("format", json());
  if (format == name_of(Format::mallet) || format == name_of(Format::folder)) return false;
  if (!import.contains("parts")) return true;
  return std::ranges::any_of(
      import["parts"], [](const json& part) { return may_number(part.value("import", json::object())); });
}

/// Options whose effect depends on the whole corpus.
constexpr std::initializer_list<const char*> rules_of_all = {
    "min-count", "min-documents", "max-document-share", "keep-types", "keep-types-by"};

/// The names of those members of `names` that not all objects have with one value.
std::vector<std::string> differing(const std::vector<json>& objects,
                                   std::initializer_list<const char*> names) {
  std::vector<std::string> found;
  for (const char* name : names)
    if (std::ranges::any_of(objects, [&](const json& each) {
          return each.value(name, json()) != objects.front().value(name, json());
        }))
      found.emplace_back(name);
  return found;
}

std::vector<json> options_of(const std::vector<CorpusPart>& parts) {
  std::vector<json> options;
  for (const CorpusPart& part : parts) options.push_back(options_of(part.import()));
  return options;
}

std::string in_backticks(const std::vector<std::string>& names) {
  return fmt::format("`{}`", fmt::join(names, "`, `"));
}

std::vector<std::string> warnings_of_copies(const std::vector<CorpusPart>& parts) {
  std::vector<std::string> warnings;
  std::map<std::pair<std::string, std::string>, std::string> seen;
  for (const CorpusPart& part : parts) {
    const std::pair key(part.manifest["hash"].get<std::string>(), part.checksum("documents.jsonl"));
    const auto [earlier, is_new] = seen.emplace(key, part.path.string());
    if (!is_new)
      warnings.push_back(fmt::format("{} has the same documents as {}", part.path.string(), earlier->second));
  }
  return warnings;
}

/// The lines of a corpus's tree.tsv.
std::vector<TreeEdge> tree_of(const CorpusPart& part) {
  const Place file = part.path / "tree.tsv";
  require_checksum(part.manifest, part.path, "tree.tsv", checksum_of_file(file));
  std::vector<TreeEdge> edges;
  for (const std::string& line : read_lines(file)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    edges.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  return edges;
}

}  // namespace

bool CorpusPart::may_have_numbers_as_ids() const { return may_number(import()); }

std::vector<CorpusPart> find_parts(const std::vector<std::string>& folders) {
  std::vector<CorpusPart> parts;
  std::set<fs::path> seen;
  std::uint64_t documents = 0;
  for (const std::string& folder : folders) {
    parts.push_back({folder, read_corpus_manifest(folder)});
    std::error_code ignored;  // the folder was just read
    if (!seen.insert(fs::canonical(folder, ignored)).second)
      throw InputError(folder, 0, InputFault{"is given twice", "each corpus once"});
    documents += parts.back().manifest["documents"].get<std::uint64_t>();
    if (documents >= std::numeric_limits<std::uint32_t>::max())
      throw InputError(folder, 0, "and those before it have more documents than this program can number");
  }
  return parts;
}

bool have_one_vocabulary(const std::vector<CorpusPart>& parts) {
  return std::ranges::all_of(parts, [&](const CorpusPart& part) {
    return part.checksum("vocabulary.txt") == parts.front().checksum("vocabulary.txt");
  });
}

bool have_texts(const std::vector<CorpusPart>& parts) {
  return std::ranges::none_of(parts,
                              [](const CorpusPart& part) { return part.checksum("texts.jsonl").empty(); });
}

json common_options(const std::vector<CorpusPart>& parts) {
  const std::vector<json> all = options_of(parts);
  json common = all.front();
  for (const json& options : all)
    for (auto member = common.begin(); member != common.end();)
      if (options.value(member.key(), json()) == member.value())
        ++member;
      else
        member = common.erase(member);
  for (const char* name : rules_of_all) common.erase(name);
  return common;
}

json describe(const std::vector<CorpusPart>& parts) {
  json described = json::array();
  for (const CorpusPart& part : parts)
    described.push_back({{"folder", part.path.string()},
                         {"hash", part.manifest["hash"]},
                         {"documents", part.manifest["documents"]},
                         {"tokens", part.manifest["tokens"]},
                         {"import", part.import()}});
  return described;
}

void take_trees(const std::vector<CorpusPart>& parts, ImportOptions& options) {
  if (!options.tree.empty()) return;
  const json paths = common_options(parts).value("label-paths", json());
  if (paths.is_string()) {
    options.label_paths = paths.get<std::string>();
    return;
  }
  std::map<std::string, std::string> parents;
  for (const CorpusPart& part : parts) {
    if (part.checksum("tree.tsv").empty()) continue;
    std::uint64_t line = 0;
    for (TreeEdge& edge : tree_of(part)) {
      const auto [known, is_new] = parents.emplace(edge.label, edge.parent);
      ++line;
      if (known->second != edge.parent)
        throw InputError(
            (part.path / "tree.tsv").string(), line,
            InputFault{fmt::format("the label '{}' is below '{}', and below '{}' in an earlier corpus",
                                   edge.label, edge.parent, known->second),
                       "one tree, or `tree`"});
      if (is_new) options.given_tree.push_back(std::move(edge));
    }
  }
}

std::vector<std::string> warnings_of(const std::vector<CorpusPart>& parts) {
  std::vector<std::string> warnings = warnings_of_copies(parts);
  const std::vector<json> options = options_of(parts);
  const std::vector<std::string> rules =
      differing(options, {"words", "token-regex", "preserve-case", "min-length", "stop-words",
                          "extra-stop-words", "stem", "split-words", "repeats"});
  if (!rules.empty())
    warnings.push_back(
        fmt::format("the corpora were imported with different options ({}): their words are not by one rule",
                    in_backticks(rules)));
  std::vector<json> imports;
  for (const CorpusPart& part : parts) imports.push_back(part.import());
  if (!differing(imports, {"icu"}).empty())
    warnings.emplace_back(
        "the corpora were imported with different versions of ICU: word boundaries may differ");
  std::vector<std::string> pruned;
  for (const char* name : rules_of_all)
    if (std::ranges::any_of(options, [&](const json& each) { return each.contains(name); }))
      pruned.emplace_back(name);
  if (parts.size() > 1 && !pruned.empty())
    warnings.push_back(
        fmt::format("words of single corpora were dropped by {} before they were joined; one import would "
                    "count them in all",
                    in_backticks(pruned)));
  if (!have_texts(parts) && std::ranges::any_of(parts, [](const CorpusPart& part) {
        return !part.checksum("texts.jsonl").empty();
      }))
    warnings.emplace_back("texts are left out: not all corpora have them (`keep-text`)");
  return warnings;
}

}  // namespace themata
