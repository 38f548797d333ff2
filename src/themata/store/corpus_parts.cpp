#include "themata/store/corpus_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/store/checked_files.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// A member that is an object; an empty one if it is missing, or anything else.
json object_in(const json& outer, const char* name) {
  json found = outer.is_object() ? outer.value(name, json()) : json();
  return found.is_object() ? found : json::object();
}

json options_of(const json& import) { return object_in(import, "options"); }

/// Whether the import may have numbered documents that had no id.
bool may_number(const json& import) {
  const json options = options_of(import);
  if (options.contains("id")) return false;
  const json format = options.value("format", json());
  if (format == name_of(Format::mallet) || format == name_of(Format::folder)) return false;
  if (!import.contains("parts")) return true;
  return std::ranges::any_of(import["parts"],
                             [](const json& part) { return may_number(object_in(part, "import")); });
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
  options.reserve(parts.size());
  for (const CorpusPart& part : parts) options.push_back(options_of(part.import()));
  return options;
}

std::string in_backticks(const std::vector<std::string>& names) {
  return fmt::format("`{}`", listed(names, "`, `"));
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

/// Of corpora whose words were found by different rules.
std::vector<std::string> warnings_of_rules(const std::vector<json>& options) {
  const auto is_of_text = [](const json& each) { return each.contains("words"); };
  if (std::ranges::any_of(options, is_of_text) && !std::ranges::all_of(options, is_of_text))
    return {"the words of some corpora were found in texts, and those of others were given"};
  std::vector<std::string> rules =
      differing(options, {"words", "token-regex", "preserve-case", "min-length", "stop-words",
                          "extra-stop-words", "stem", "phrases-hash", "fold-case", "split-words", "repeats"});
  if (rules.empty()) return {};
  // "words" says how texts were split, which is the effect of two options.
  if (std::ranges::find(rules, "token-regex") != rules.end()) std::erase(rules, "words");
  std::ranges::replace(rules, std::string("words"), std::string("pretokenized"));
  std::ranges::replace(rules, std::string("phrases-hash"), std::string("phrases"));
  return {
      fmt::format("the corpora were imported with different options ({}): their words are not by one rule",
                  in_backticks(rules))};
}

/// The rules for words of a whole corpus that some imports applied.
std::vector<std::string> rules_in(const std::vector<json>& options) {
  std::vector<std::string> found;
  const auto look_for = [&](const char* name) {
    if (std::ranges::any_of(options, [name](const json& each) { return each.contains(name); }))
      found.emplace_back(name);
  };
  std::ranges::for_each(rules_of_all, look_for);
  look_for("repeats");
  return found;
}

/// The lines of a corpus's tree.tsv.
std::vector<TreeEdge> tree_of(const CorpusPart& part) {
  const Place file = part.path / "tree.tsv";
  require_checksum(part.manifest, part.path, "tree.tsv");
  std::vector<TreeEdge> edges;
  for (const std::string& line : read_lines(file)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    edges.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  return edges;
}

}  // namespace

json CorpusPart::import() const { return object_in(manifest, "import"); }

std::string CorpusPart::checksum(const char* file) const {
  const json sum = manifest["checksums"].value(file, json());
  return sum.is_string() ? sum.get<std::string>() : std::string();
}

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
  return in_utf8(described);
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
  for (std::string& warning : warnings_of_rules(options)) warnings.push_back(std::move(warning));
  if (const auto pruning = rules_in(options); parts.size() > 1 && !pruning.empty())
    warnings.push_back(fmt::format(
        "{} dropped words of single corpora before they were joined; one import would count them in all",
        in_backticks(pruning)));
  std::set<std::string> icu;
  for (const CorpusPart& part : parts)
    if (const json version = part.import().value("icu", json()); version.is_string())
      icu.insert(version.get<std::string>());
  if (icu.size() > 1)
    warnings.push_back(fmt::format(
        "the corpora were imported with different versions of ICU ({}): word boundaries may differ",
        listed(icu, ", ")));
  const auto has_texts = [](const CorpusPart& part) { return !part.checksum("texts.jsonl").empty(); };
  if (!have_texts(parts) && std::ranges::any_of(parts, has_texts))
    warnings.emplace_back("texts are left out: not all corpora have them (`keep-text`)");
  return warnings;
}

}  // namespace themata
