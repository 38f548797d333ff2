#include "themata/store/corpus_subset.hpp"

#include <string>
#include <vector>

#include "themata/store/corpus_texts.hpp"
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

/// The texts of the documents and the passages of their tokens, if the corpus has them.
void write_texts_of(const CorpusFolder& folder, std::span<const std::size_t> documents,
                    CorpusWriter& writer) {
  const std::optional<CorpusTexts> texts = CorpusTexts::open(folder);
  if (!texts) return;
  std::vector<std::string_view> lines;
  std::vector<std::uint32_t> spans;
  for (const std::size_t d : documents) {
    lines.push_back(texts->line(d));
    for (const TextSpan& span : texts->document(d).spans) {
      spans.push_back(span.begin);
      spans.push_back(span.end);
    }
  }
  writer.write_texts(lines);
  CorpusFile file(writer, "token-spans.npy");
  file.write(npy_header(npy_type<std::uint32_t>(), {spans.size() / 2, 2}));
  file.write(std::span<const std::uint32_t>(spans));
  file.finish();
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
  write_texts_of(folder, documents, writer);
  for (const char* name : {"labels.txt", "tree.tsv", "phrases.tsv"})
    if (exists(folder.path / name)) writer.write_lines(name, read_lines(folder.path / name));
  writer.commit(origin_of(folder));
}

}  // namespace themata
