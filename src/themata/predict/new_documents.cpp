#include "themata/predict/new_documents.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/run/covariates.hpp"

namespace themata {

using nlohmann::json;

namespace {

/// For each of `words`, its id in a fit's vocabulary.
std::vector<std::uint32_t> match(const std::vector<std::string>& words,
                                 const std::vector<std::string>& of_fit) {
  std::unordered_map<std::string_view, std::uint32_t> ids;
  ids.reserve(of_fit.size());
  for (std::uint32_t v = 0; v < of_fit.size(); ++v) ids.emplace(of_fit[v], v);
  std::vector<std::uint32_t> matched(words.size(), NewDocuments::unknown);
  for (std::size_t v = 0; v < words.size(); ++v)
    if (const auto it = ids.find(words[v]); it != ids.end()) matched[v] = it->second;
  return matched;
}

std::string first_words(const std::vector<std::string>& words) {
  std::vector<std::string> shown;
  for (std::size_t v = 0; v < std::min<std::size_t>(5, words.size()); ++v)
    shown.push_back(fmt::format("'{}'", one_line(words[v])));
  return listed(shown, ", ");
}

[[noreturn]] void refuse_unknown(const CorpusFolder& folder, const CorpusFolder& of_fit) {
  const std::vector<std::string> differences = import_differences(folder, of_fit);
  const std::string why = differences.empty() ? ""
                                              : fmt::format("; it was imported with different options: {}",
                                                            listed(differences, ", "));
  throw InputError(
      folder.path.string(), 0,
      InputFault{fmt::format("has no word in common with the fit: it begins {}, the fit's vocabulary {}{}",
                             first_words(folder.vocabulary), first_words(of_fit.vocabulary), why),
                 "documents imported with the options of the fit's corpus"},
      Suggestion{Remedy::show_import_options, of_fit.path.string()});
}

/// The value of an import option, as a user would write it. @param absent  what it is where none is recorded
std::string option_text(const json& options, const char* name, const char* absent) {
  const json value = options.value(name, json());
  if (value.is_null()) return absent;
  return one_line(value.is_string() ? value.get<std::string>() : dump_json(value));
}

}  // namespace

NewDocuments::NewDocuments(CorpusFolder folder, const CorpusFolder& of_fit)
    : folder_(std::move(folder)), in_fit_(match(folder_.vocabulary, of_fit.vocabulary)) {
  const Corpus& corpus = folder_.corpus;
  n_known_.resize(corpus.n_documents());
  for (std::size_t d = 0; d < n_known_.size(); ++d)
    n_known_[d] = static_cast<std::uint32_t>(std::ranges::count_if(
        corpus.document(d), [&](std::uint32_t type) { return in_fit_[type] != unknown; }));
  if (corpus.n_tokens() > 0 && tokens_known() == 0) refuse_unknown(folder_, of_fit);
}

std::uint64_t NewDocuments::tokens_known() const {
  return std::accumulate(n_known_.begin(), n_known_.end(), std::uint64_t{0});
}

std::uint64_t NewDocuments::tokens_unknown() const { return folder_.corpus.n_tokens() - tokens_known(); }

std::size_t NewDocuments::n_empty() const {
  return static_cast<std::size_t>(std::ranges::count(n_known_, 0U));
}

std::vector<UnknownWord> NewDocuments::unknown_words() const {
  std::vector<std::uint64_t> tokens(in_fit_.size(), 0);
  for (const std::uint32_t type : folder_.corpus.tokens()) ++tokens[type];
  std::vector<UnknownWord> words;
  for (std::size_t v = 0; v < in_fit_.size(); ++v)
    if (in_fit_[v] == unknown && tokens[v] > 0) words.push_back({folder_.vocabulary[v], tokens[v]});
  std::ranges::stable_sort(words, [](const auto& a, const auto& b) { return a.tokens > b.tokens; });
  return words;
}

Covariates covariates_of(const NewDocuments& documents, const Covariates& of_fit) {
  return of_fit.empty() ? Covariates() : covariates_of(documents.folder(), of_fit.fields);
}

std::vector<std::string> import_differences(const CorpusFolder& corpus, const CorpusFolder& of_fit) {
  const auto options_of = [](const CorpusFolder& folder) {
    return folder.manifest.value(json::json_pointer("/import/options"), json::object());
  };
  const json mine = options_of(corpus), fits = options_of(of_fit);
  std::vector<std::string> differences;
  if (!mine.is_object() || !fits.is_object()) return differences;
  const auto compare = [&](const char* name, const char* absent) {
    const std::string here = option_text(mine, name, absent), there = option_text(fits, name, absent);
    if (here != there) differences.push_back(fmt::format("{} {} (the fit's corpus: {})", name, here, there));
  };
  compare("repeats", "all");
  if (!mine.contains("words") || !fits.contains("words")) return differences;
  for (const char* name : {"words", "token-regex", "preserve-case", "language", "markup", "addresses",
                           "join-hyphenated", "stem", "stop-words"})
    compare(name, "none");
  compare("min-length", "default");
  if (mine.value("extra-stop-words", json()) != fits.value("extra-stop-words", json()))
    differences.emplace_back("extra-stop-words (other ones)");  // perhaps hundreds of words
  if (mine.value("phrases-hash", "") != fits.value("phrases-hash", ""))
    differences.emplace_back("phrases (other ones)");
  return differences;
}

Batch make_batch(const NewDocuments& documents, std::size_t first, std::size_t cells,
                 std::size_t per_document) {
  Batch batch{first, {}, {}};
  const Corpus& corpus = documents.folder().corpus;
  std::size_t used = 0;
  for (std::size_t d = first; d < documents.size(); ++d) {
    used += documents.n_known(d) + per_document;
    if (used > cells && d > first) break;
    std::vector<std::uint32_t>& words = batch.documents.emplace_back();
    words.reserve(documents.n_known(d));
    for (const std::uint32_t type : corpus.document(d))
      if (documents.in_fit(type) != NewDocuments::unknown) words.push_back(documents.in_fit(type));
    batch.types.insert(batch.types.end(), words.begin(), words.end());
  }
  std::ranges::sort(batch.types);
  batch.types.erase(std::unique(batch.types.begin(), batch.types.end()), batch.types.end());
  for (auto& words : batch.documents)
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(std::ranges::lower_bound(batch.types, word) - batch.types.begin());
  return batch;
}

BagBatch make_bags(const NewDocuments& documents, std::size_t first, std::size_t cells,
                   std::size_t per_document) {
  BagBatch bags{make_batch(documents, first, cells, per_document), {}};
  constexpr std::uint64_t entities = std::uint64_t{1} << 48;
  for (auto& words : bags.batch.documents) {
    std::ranges::sort(words);  // the batch numbers words as the fit does
    Checksum hash;
    for (const std::uint32_t word : words) {
      const std::uint32_t type = bags.batch.types[word];
      hash.add(&type, sizeof type);
    }
    bags.hashes.push_back(hash.value() % entities);
  }
  return bags;
}

}  // namespace themata
