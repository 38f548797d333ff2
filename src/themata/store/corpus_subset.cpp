#include "themata/store/corpus_subset.hpp"

#include <string>
#include <vector>

#include "themata/store/corpus_writer.hpp"

namespace themata {

namespace {

std::vector<std::uint64_t> offsets_of(const Corpus& corpus, std::span<const std::size_t> documents) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::size_t d : documents) offsets.push_back(offsets.back() + corpus.length(d));
  return offsets;
}

/// The rows, unchanged, once read_documents has checked them.
std::vector<std::string> rows_of(const CorpusFolder& folder, std::span<const std::size_t> documents) {
  read_documents(folder);
  const std::vector<std::string> all = read_lines(folder.path / "documents.jsonl");
  std::vector<std::string> rows;
  for (const std::size_t d : documents) rows.push_back(all.at(d));
  return rows;
}

nlohmann::ordered_json origin_of(const CorpusFolder& folder) {
  nlohmann::ordered_json origin;
  const nlohmann::json options =
      folder.manifest.value(nlohmann::json::json_pointer("/import/options"), nlohmann::json());
  if (!options.is_null()) origin["import"]["options"] = options;
  origin["subset"] = {{"of", folder.hash()}, {"documents", folder.corpus.n_documents()}};
  return origin;
}

}  // namespace

void write_subset(const CorpusFolder& folder, std::span<const std::size_t> documents, const Place& path) {
  CorpusWriter writer(path);
  const std::vector<std::uint64_t> offsets = offsets_of(folder.corpus, documents);
  writer.write_vocabulary(folder.vocabulary);
  writer.begin_tokens(offsets.back());
  for (const std::size_t d : documents) writer.add_tokens(folder.corpus.document(d));
  writer.write_offsets(offsets);
  writer.write_lines("documents.jsonl", rows_of(folder, documents));
  for (const char* name : {"labels.txt", "tree.tsv"})
    if (exists(folder.path / name)) writer.write_lines(name, read_lines(folder.path / name));
  writer.commit(origin_of(folder));
}

}  // namespace themata
